import { z } from "zod";
import { ListEnvelope, PaneIdentity, PaneItem } from "./lists.ts";
import { State } from "./state.ts";
import { Millis } from "./time.ts";

const count = z.number().int().nonnegative();

/** What many panes come to. */
const tally = {
  panes: count,
  agents: count,
  needs_action: count,
  waiting: count,
  running: count,
  /** The loudest state of its panes. */
  top_state: State,
  /** Since when the longest of its panes has been in that state. */
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
}).extend({ pane_id: z.string(), agent: z.string() });
export type AgentStatus = z.infer<typeof AgentStatus>;

export const WindowIdentity = PaneIdentity.omit({ pane_id: true });

export const WindowItem = z.object({
  identity: WindowIdentity,
  window_index: z.number().int(),
  window_name: z.string(),
  ...tally,
  /** Where it was asked for. */
  agent_status: z.array(AgentStatus).optional(),
});
export type WindowItem = z.infer<typeof WindowItem>;

export const WindowList = z.object({ ...ListEnvelope, items: z.array(WindowItem) });
export type WindowList = z.infer<typeof WindowList>;

/** The target is null where sessions of one name were merged, whatever target they are on. */
export const SessionIdentity = z.object({ target: z.string().nullable(), session_name: z.string() });

export const SessionItem = z.object({
  identity: SessionIdentity,
  windows: count,
  ...tally,
  /** The same, target by target. */
  targets: z.array(z.object({ target: z.string(), windows: count, ...tally })),
  /** Where it was asked for. */
  by_agent: z.record(z.string(), count).optional(),
});
export type SessionItem = z.infer<typeof SessionItem>;

export const SessionList = z.object({ ...ListEnvelope, items: z.array(SessionItem) });
export type SessionList = z.infer<typeof SessionList>;
