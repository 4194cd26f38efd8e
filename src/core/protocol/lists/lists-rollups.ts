import { z } from "zod";
import { State } from "../base/state.ts";
import { Millis } from "../base/time.ts";
import { ListEnvelope, PaneIdentity, PaneItem, ShelfCounts } from "./lists.ts";

const count = z.number().int().nonnegative();

/** Counts over several panes. */
const tally = {
  panes: count,
  agents: count,
  needs_action: count,
  shelves: ShelfCounts,
  waiting: count,
  running: count,
  /** The state with the highest precedence among its panes; null if there are only plain shells. */
  top_state: State.nullable(),
  /** The earliest time since which one of its panes is in that state. */
  since: Millis.nullable(),
  by_state: z.record(State, count),
};
export const Tally = z.object(tally);
export type Tally = z.infer<typeof Tally>;

export const AgentStatus = PaneItem.pick({
  ref: true,
  runtime_id: true,
  state: true,
  reason_code: true,
  since: true,
  message: true,
  attention: true,
  shelf: true,
  label: true,
  snoozed_until: true,
}).extend({ pane_id: z.string(), agent: z.string() });
export type AgentStatus = z.infer<typeof AgentStatus>;

export const WindowIdentity = PaneIdentity.omit({ pane_id: true });

export const WindowItem = z.object({
  identity: WindowIdentity,
  window_index: z.number().int(),
  window_name: z.string(),
  ...tally,
  /** Only if requested. */
  agent_status: z.array(AgentStatus).optional(),
});
export type WindowItem = z.infer<typeof WindowItem>;

export const WindowList = z.object({ ...ListEnvelope, items: z.array(WindowItem) });
export type WindowList = z.infer<typeof WindowList>;

/** The target is null if sessions with the same name were merged across targets. */
export const SessionIdentity = z.object({
  target: z.string().nullable(),
  session_name: z.string(),
  /** Absent outside of a fleet, and if sessions were merged. */
  member: z.string().optional(),
});

export const SessionItem = z.object({
  identity: SessionIdentity,
  windows: count,
  ...tally,
  /** The same counts per target. */
  targets: z.array(z.object({ target: z.string(), windows: count, ...tally })),
  /** Only if requested. */
  by_agent: z.record(z.string(), count).optional(),
});
export type SessionItem = z.infer<typeof SessionItem>;

export const SessionList = z.object({ ...ListEnvelope, items: z.array(SessionItem) });
export type SessionList = z.infer<typeof SessionList>;
