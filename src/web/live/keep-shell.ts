import type { FleetFeed } from "./fleet-feed.ts";

/**
 * Keeps the page itself for when the daemon is out of reach: what is served once the daemon has proven itself. Outside
 * https and localhost there is nobody to do it.
 */
export function keepShell({ link }: Pick<FleetFeed, "link">): void {
  // without it the page works as before, online only
  navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
  const forget = link.subscribe(() => {
    if (link.get().phase !== "live") return;
    forget();
    navigator.serviceWorker?.controller?.postMessage("keep");
  });
}
