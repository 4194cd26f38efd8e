import type { Link } from "../live/stream.ts";
import { formatAge } from "./format-age.ts";
import { formatMoment } from "./format-moment.ts";

/** The notice for a page that may be out of date; null if it is current. */
export function linkWords(link: Link, shownAt: number | null, now: number): string | null {
  switch (link.phase) {
    case "live":
      return null;
    case "connecting":
      return shownAt === null
        ? "Connecting to the daemon…"
        : `Connecting to the daemon… ${asOf(shownAt, now)}, when this page last heard of it.`;
    case "lost": {
      const shown = shownAt === null ? "Nothing is known yet" : `${asOf(shownAt, now)} and may be out of date`;
      const why =
        link.unproven === true
          ? "What answers here could not prove that it is your daemon, and was told nothing: `agtmux daemon status` says where yours is; a proxy must pass Host on as it came"
          : `The daemon has not answered for ${formatAge(now - link.since)}`;
      return `${why}. ${shown}. Retrying ${retryWords(link.retryAt - now)}.`;
    }
    case "signed-out":
      return "The daemon does not know this page. Open the link that `agtmux daemon status` prints; what you see here is out of date.";
    default:
      return link satisfies never;
  }
}

function asOf(at: number, now: number): string {
  return `What you see is from ${formatMoment(at, now)}`;
}

function retryWords(ms: number): string {
  return ms <= 0 ? "now" : `in ${formatAge(ms + 999)}`;
}
