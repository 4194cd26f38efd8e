import { formatAge } from "../../view/format-age.ts";
import type { TerminalLink } from "./terminal-link.ts";

/** What to say when the terminal does not show the present, or null when it does. */
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
      return `Out of date for ${formatAge(now - link.since)}: the daemon does not answer. Keys go nowhere. Retrying ${retry}.`;
    }
    case "closed":
      return `The terminal was closed: ${link.message}.`;
    default:
      return link satisfies never;
  }
}
