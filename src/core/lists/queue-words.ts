import type { PaneQueue } from "../protocol/lists/pane-queue.ts";

/** `2 queued`, with what keeps them from being sent; empty if none waits. */
export function queueWords(queue: PaneQueue | undefined): string {
  if (queue === undefined) return "";
  const notes = [...(queue.held ? ["one is held"] : []), ...(queue.paused ? ["paused"] : [])];
  return [`${queue.prompts} queued`, ...notes].join(", ");
}
