import { areSameCall, isEnd } from "../../core/notify/same-call.ts";
import type { Attention } from "../../core/protocol/events/attention.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";

/** An agent's call for attention; `seq` grows with every new reason, so that each reason rings once. */
export interface Call {
  runtimeId: string;
  seq: number;
  attention: Attention;
  pane: PaneItem;
}

/** Calls that this device has not handled yet, oldest first. */
export function unhandledCalls(panes: Iterable<PaneItem>, heardOf: (runtimeId: string) => number): Call[] {
  const calls: Call[] = [];
  for (const pane of panes) {
    const { runtime_id, attention, shelf, nudge_seq } = pane;
    if (runtime_id === null || attention === null || shelf === null) continue;
    // what is not about the state does not raise nudge_seq
    const raisedAside = attention.source === "usage" ? attention.raised_at : 0;
    const seq = Math.max(nudge_seq, raisedAside, attention.resumed_at ?? 0);
    if (seq > heardOf(runtime_id)) calls.push({ runtimeId: runtime_id, seq, attention, pane });
  }
  return calls.sort((a, b) => a.seq - b.seq);
}

/** The last call of a runtime that this page has handled, and whether the agent has worked since. */
export interface LastCall extends Pick<Attention, "attention_id" | "kind" | "raised_at" | "resumed_at"> {
  hasWorked: boolean;
}

/** Whether this turn end was already handled, under the same or another id. */
export function isHeardEnd({ attention }: Call, last: LastCall | undefined): boolean {
  if (last === undefined || last.hasWorked || !isEnd(attention.kind)) return false;
  if (attention.resumed_at !== last.resumed_at) return false;
  return attention.attention_id === last.attention_id || areSameCall(last, attention, false);
}

/** A done does not ring for this long: by then it is closed, if somebody watches the pane. */
const VISITED_MS = 4_000;

/** How long a call has to wait before it rings; ms. */
export function ringsIn({ pane, attention: { raised_at, resumed_at } }: Call, now: number): number {
  return pane.shelf === "done" && resumed_at === undefined ? Math.max(0, raised_at + VISITED_MS - now) : 0;
}
