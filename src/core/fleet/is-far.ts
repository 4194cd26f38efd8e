import type { PaneIdentity } from "../protocol/lists/lists.ts";

/** Whether a pane is another member's: targets of one's own have no dot. */
export function isFar({ target }: Pick<PaneIdentity, "target">): boolean {
  return target.includes(".");
}
