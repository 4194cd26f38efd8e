/** Keeps the page itself for when the daemon is out of reach. Outside https and localhost there is nobody to do it. */
export function keepShell(): void {
  // without it the page works as before, online only
  navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
}
