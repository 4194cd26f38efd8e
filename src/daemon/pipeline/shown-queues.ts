import type { PaneQueue } from "../../core/protocol/lists/pane-queue.ts";

/** Queues of prompts, as panes show them. */
export interface ShownQueues {
  /** Undefined if nothing waits for that agent. */
  shown(runtimeId: string): PaneQueue | undefined;
}
