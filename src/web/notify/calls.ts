import type { Attention } from "../../core/protocol/attention.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";

/** Somebody is called: the number grows with every new reason, so that one reason calls once. */
export interface Call {
  runtimeId: string;
  seq: number;
  attention: Attention;
  pane: PaneItem;
}

/** Who calls and has not been heard on this device yet, in the order in which they began to. */
export function unheardCalls(panes: Iterable<PaneItem>, heardOf: (runtimeId: string) => number): Call[] {
  const calls: Call[] = [];
  for (const pane of panes) {
    const { runtime_id, attention, nudge_seq } = pane;
    if (runtime_id === null || attention === null || nudge_seq <= heardOf(runtime_id)) continue;
    calls.push({ runtimeId: runtime_id, seq: nudge_seq, attention, pane });
  }
  return calls.sort((a, b) => a.seq - b.seq);
}
