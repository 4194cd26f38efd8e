import type { KeyState } from "../live/device-key.ts";

/** How a page gets the right to act: said where somebody tries to. */
export const HOW_TO_ACT =
  "This page may look, and not act. To act, open the link that `agtmux daemon status` prints; for another device, `agtmux pair` prints one.";

/** What to say of the right to act without being asked; null while there is nothing to say. */
export function keyWords(state: KeyState): string | null {
  switch (state.phase) {
    case "none":
      return HOW_TO_ACT;
    case "held":
      return null;
    case "pairing":
      return "Asking the daemon for the right to act…";
    case "refused":
      return `The daemon did not give this page the right to act: ${state.message}. ${HOW_TO_ACT}`;
    default:
      return state satisfies never;
  }
}
