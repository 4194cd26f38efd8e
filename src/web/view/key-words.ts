import type { KeyState } from "../live/device-key.ts";

/** How a page gets the right to act; shown where an action needs it. */
export const HOW_TO_ACT =
  "This page may look, and not act. To act, open the link that `agtmux daemon status` prints; for another device, `agtmux pair` prints one.";

/** The notice about the right to act; null if there is nothing to say, or if the page has no link and says that instead. */
export function keyWords(state: KeyState, isLive = true): string | null {
  if (!isLive && (state.phase === "none" || state.phase === "refused")) return null;
  switch (state.phase) {
    case "none":
      return HOW_TO_ACT;
    case "held":
      return null;
    case "asking":
      return "At this address another program could take the daemon's place while it is away, and act in your name. Safer: open the first link that `agtmux daemon status` prints, if your browser finds it.";
    case "pairing":
      return "Asking the daemon for the right to act…";
    case "refused":
      return `The daemon did not give this page the right to act: ${state.message}. ${HOW_TO_ACT}`;
    default:
      return state satisfies never;
  }
}
