import { formatAge } from "../../view/format-age.ts";
import type { TerminalLink } from "./terminal-link.ts";

/** The notice for a terminal that is out of date; null if it is current. */
export function terminalWords(link: TerminalLink, now: number): string | null {
  switch (link.phase) {
    case "live":
      return null;
    case "connecting":
      return "Opening the terminal…";
    case "interrupted":
      return `Out of date: ${link.message}. It goes on by itself.`;
    case "lost": {
      const wait = link.retryAt - now;
      const retry = wait <= 0 ? "now" : `in ${formatAge(wait + 999)}`;
      const why = link.why ?? "the daemon does not answer";
      return `Out of date for ${formatAge(now - link.since)}: ${why}. Keys are not sent. Retrying ${retry}.`;
    }
    case "closed":
      return `The terminal was closed: ${link.message}.`;
    default:
      return link satisfies never;
  }
}
