import type { FleetFeed } from "./fleet-feed.ts";

/** Caches the page for when the daemon is unreachable, once the daemon has proven itself. Needs https or localhost. */
export function keepShell({ link }: Pick<FleetFeed, "link">): void {
  // without a service worker the page works online only
  navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
  const forget = link.subscribe(() => {
    if (link.get().phase !== "live") return;
    forget();
    navigator.serviceWorker?.controller?.postMessage("keep");
  });
}
