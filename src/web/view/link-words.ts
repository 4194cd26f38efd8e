import type { Link } from "../live/stream.ts";
import { formatAge } from "./format-age.ts";

/** What to say when the page may not be showing the present, or null when it is. */
export function linkWords(link: Link, now: number): string | null {
  switch (link.phase) {
    case "live":
      return null;
    case "connecting":
      return "Connecting to the daemon…";
    case "lost":
      return `The daemon has not answered for ${formatAge(now - link.since)}. What you see is from before that and may be out of date. Retrying ${retryWords(link.retryAt - now)}.`;
    case "signed-out":
      return "The daemon does not know this page. Open the link that `agtmux daemon status` prints; what you see here is out of date.";
    default:
      return link satisfies never;
  }
}

function retryWords(ms: number): string {
  return ms <= 0 ? "now" : `in ${formatAge(ms + 999)}`;
}
