import { z } from "zod";
import { ErrorBody } from "../base/errors.ts";
import { Activity, Confidence, ReasonCode, State } from "../base/state.ts";
import { Millis } from "../base/time.ts";
import { Attention } from "../events/attention.ts";
import { Source } from "../events/event.ts";
import { Limited } from "../events/limited.ts";
import { SHELVES } from "../events/shelves.ts";
import { SquadType } from "../squad/squad.ts";
import { Doing } from "./doing.ts";
import { LIST_VERSION } from "./list-version.ts";
import { PaneCheck } from "./pane-check.ts";
import { PaneQueue } from "./pane-queue.ts";
import { PaneTeammate, PaneTeammates } from "./pane-team.ts";
import { PaneUsage } from "./usage.ts";

export const PaneIdentity = z.object({
  target: z.string(),
  session_name: z.string(),
  window_id: z.string(),
  pane_id: z.string(),
  /** The daemon in whose reach it is; absent outside of a fleet. The target of another member begins with its name. */
  member: z.string().optional(),
});
export type PaneIdentity = z.infer<typeof PaneIdentity>;

/** A summary of the last squad signal of the agent in a pane. */
export const PaneSignal = z.object({
  type: SquadType,
  at: Millis,
  session_id: z.string().nullable(),
  task_id: z.string().nullable(),
  task_title: z.string().nullable(),
  provisional: z.boolean(),
});
export type PaneSignal = z.infer<typeof PaneSignal>;

/** Where a call waits for its person: what blocks an agent, what wants a look, what is done. */
export const Shelf = z.enum(SHELVES);

/** How many panes wait on each shelf. */
export const ShelfCounts = z.record(Shelf, z.number().int().nonnegative());

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
  /** The source of the deciding evidence. */
  source: Source.nullable(),
  because: z.string(),
  attention: Attention.nullable(),
  /** Null if nothing is asked of a person, or not before `snoozed_until`. */
  shelf: Shelf.nullable().default(null),
  /** One word or two for people: what is asked of them, else what the agent does. */
  label: z.string().default(""),
  /** Until when the attention is put off; null if it is not. */
  snoozed_until: Millis.nullable().default(null),
  /** The account's limit that stops the agent, or has ended its turn; null if there is none. */
  limited: Limited.nullable().default(null),
  /** Since when a working agent has shown nothing new, if that is long ago. */
  nothing_new_since: Millis.nullable().default(null),
  nudge_seq: z.number().int().nonnegative(),
  signal: PaneSignal.nullable(),
  /** The agent's current work; null without an agent. */
  doing: Doing.nullable().default(null),
  /** Tokens and money of its conversation; null if its agent has not told. */
  usage: PaneUsage.nullable().default(null),
  /** What the user's checks said last where it works; absent if none has run there. */
  checks: z.array(PaneCheck).exactOptional(),
  /** Prompts that wait until the agent rests; absent if there are none. */
  queue: PaneQueue.exactOptional(),
  /** Its lead and its name in the team; absent if it is in none. */
  teammate: PaneTeammate.exactOptional(),
  /** Its own teammates in other panes; absent if there are none. */
  teammates: PaneTeammates.exactOptional(),
  state_version: z.number().int().nonnegative(),
  updated_at: Millis,
});
export type PaneItem = z.infer<typeof PaneItem>;

export const TargetError = z.object({ target: z.string(), error: ErrorBody, since: Millis });
export type TargetError = z.infer<typeof TargetError>;

export const Summary = z.object({
  panes: z.number().int(),
  agents: z.number().int(),
  /** All panes on a shelf. */
  needs_action: z.number().int(),
  shelves: ShelfCounts,
  by_state: z.record(State, z.number().int()),
  by_agent: z.record(z.string(), z.number().int()),
  by_target: z.record(z.string(), z.number().int()),
});
export type Summary = z.infer<typeof Summary>;

/** Fields of every list besides its items. */
export const ListEnvelope = {
  schema_version: z.literal(LIST_VERSION),
  generated_at: Millis,
  /** The filters in effect, as parsed. */
  filters: z.record(z.string(), z.unknown()),
  /** Counts over the listed panes. */
  summary: Summary,
  partial: z.boolean(),
  target_errors: z.array(TargetError),
};

export const PaneList = z.object({ ...ListEnvelope, items: z.array(PaneItem) });
export type PaneList = z.infer<typeof PaneList>;
