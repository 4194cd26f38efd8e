import { z } from "zod";
import { Attention } from "./attention.ts";
import { ErrorBody } from "./errors.ts";
import { Source } from "./event.ts";
import { SquadType } from "./squad.ts";
import { Activity, Confidence, ReasonCode, State } from "./state.ts";
import { Millis } from "./time.ts";

export const PaneIdentity = z.object({
  target: z.string(),
  session_name: z.string(),
  window_id: z.string(),
  pane_id: z.string(),
});
export type PaneIdentity = z.infer<typeof PaneIdentity>;

/** The last squad signal of whoever lives in a pane, in brief. */
export const PaneSignal = z.object({
  type: SquadType,
  at: Millis,
  session_id: z.string().nullable(),
  task_id: z.string().nullable(),
  task_title: z.string().nullable(),
  provisional: z.boolean(),
});
export type PaneSignal = z.infer<typeof PaneSignal>;

export const PaneItem = z.object({
  identity: PaneIdentity,
  ref: z.string(),
  window_index: z.number().int(),
  window_name: z.string(),
  pane_index: z.number().int(),
  title: z.string(),
  command: z.string(),
  cwd: z.string(),
  runtime_id: z.string().nullable(),
  agent: z.string().nullable(),
  state: State,
  reason_code: ReasonCode.nullable(),
  confidence: Confidence,
  since: Millis.nullable(),
  message: z.string(),
  activity: Activity.nullable(),
  /** Who said so: the source of the deciding evidence. */
  source: Source.nullable(),
  because: z.string(),
  attention: Attention.nullable(),
  nudge_seq: z.number().int().nonnegative(),
  signal: PaneSignal.nullable(),
  state_version: z.number().int().nonnegative(),
  updated_at: Millis,
});
export type PaneItem = z.infer<typeof PaneItem>;

export const TargetError = z.object({ target: z.string(), error: ErrorBody, since: Millis });
export type TargetError = z.infer<typeof TargetError>;

export const Summary = z.object({
  panes: z.number().int(),
  agents: z.number().int(),
  needs_action: z.number().int(),
  by_state: z.record(State, z.number().int()),
  by_agent: z.record(z.string(), z.number().int()),
  by_target: z.record(z.string(), z.number().int()),
});
export type Summary = z.infer<typeof Summary>;

/** What every list tells besides its items. */
export const ListEnvelope = {
  schema_version: z.literal(1),
  generated_at: Millis,
  /** The filters used, as they were understood. */
  filters: z.record(z.string(), z.unknown()),
  /** Of what is listed. */
  summary: Summary,
  partial: z.boolean(),
  target_errors: z.array(TargetError),
};

export const PaneList = z.object({ ...ListEnvelope, items: z.array(PaneItem) });
export type PaneList = z.infer<typeof PaneList>;
