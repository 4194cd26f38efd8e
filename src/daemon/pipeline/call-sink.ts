import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** Receives each change of a pane, to notify people of it. */
export interface CallSink {
  /**
   * Called inside the transaction that stores the pane. `seenThrough` is the newest call of the pane's runtime that a person
   * has seen; `workedAt` is when an event last said that it works.
   */
  handle(
    before: PaneItem | undefined,
    now: Omit<PaneItem, "state_version"> | null,
    seenThrough: number,
    workedAt?: number,
  ): void;
}
