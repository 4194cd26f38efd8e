import { z } from "zod";
import { QuestionWords } from "../actions/questions.ts";
import { TargetName } from "../base/refs.ts";
import { Activity, Phase, State } from "../base/state.ts";
import { Millis } from "../base/time.ts";
import { AttentionKind } from "./attention.ts";
import { LimitTold } from "./limited.ts";

/** The transport of an event. The agent is a separate field. */
export const Source = z.enum([
  "hook",
  "notify",
  "wrapper",
  "plugin",
  "marker",
  "status_file",
  "squad",
  "command",
  "osc",
  "session_file",
  "transcript",
  "title",
  "screen",
  "poller",
  "llm",
  "rules",
  "process",
  "terminal",
  "daemon",
]);
export type Source = z.infer<typeof Source>;

/** Something happened that changes the phase. */
export const Edge = z.object({
  kind: z.literal("edge"),
  phase: Phase,
  /** Absent on an ask or a rest if the event does not say which state. */
  state: State.optional(),
  /** Begins a turn, which ends everything before it. */
  begin: z.boolean().optional(),
  /** An end that some agents also report when the turn did not end well. */
  weak: z.boolean().optional(),
  /** An end of its own turn, while teammates live that a blind level takes for its work. */
  has_teammates: z.boolean().optional(),
  /** Work that goes on while the agent is at its prompt: a weak end that follows does not end it. */
  background: z.literal(true).optional(),
  activity: Activity.optional(),
  /** The account's limit has ended the turn, or keeps the agent waiting. */
  limited: LimitTold.optional(),
  /** Validity in ms, if the agent's event promises no more. */
  ttl_ms: z.number().positive().optional(),
  /** Written before the agent's own signal; valid until this time in ms. */
  provisional_until: Millis.optional(),
});
export type Edge = z.infer<typeof Edge>;

/** An observation of the present state, made repeatedly. */
export const Level = z.object({
  kind: z.literal("level"),
  phase: Phase,
  state: State.optional(),
  /** When the level changed to this phase; the event's own time is when it was last seen. */
  changed_at: Millis.optional(),
  /** Of a screen: when its text was read. Seen later than that, nothing was painted since. */
  read_at: Millis.optional(),
  /** This source cannot see start-up dialogs. */
  blind: z.boolean().optional(),
  /** This source cannot see every dialog that opens later. A blind one cannot either. */
  misses_dialogs: z.boolean().optional(),
  /** Shows a conversation without a prompt yet. */
  fresh: z.boolean().optional(),
  /** This source shows nothing that can be read any more: what it showed, in this phase, is over. */
  withdrawn: z.boolean().optional(),
  /** Since when it had shown the work that this ends, if that was more than a moment. */
  worked_since: Millis.optional(),
  /** Nothing moves, although the agent reported that it works. */
  stalled: z.boolean().optional(),
  /** From the process itself (source `process`): a signal has stopped it. Says nothing about the phase. */
  suspended: z.boolean().optional(),
  /** The screen has shown nothing new since `changed_at`, except a spinner or an elapsed time (source `daemon`). */
  unchanged: z.boolean().optional(),
  /** A dialog about a limit of the account: `reached` asks what to do now, `offer` only offers something else. */
  limit: z.enum(["reached", "offer"]).optional(),
  activity: Activity.optional(),
});
export type Level = z.infer<typeof Level>;

/** The agent's own statement of its state. */
export const Declaration = z.object({
  kind: z.literal("declaration"),
  state: State,
  attention: AttentionKind.nullable(),
  /** `appended` lines are each new; `repainted` ones may repeat the same declaration. */
  medium: z.enum(["appended", "repainted"]),
  activity: Activity.optional(),
  provisional_until: Millis.optional(),
});
export type Declaration = z.infer<typeof Declaration>;

/** Enter was pressed in the pane through us, or the agent was answered by its own channel. */
export const Typed = z.object({ kind: z.literal("typed") });
/** A person has seen everything raised up to `through`; or, if `undone`, takes that back for what was raised then. */
export const Seen = z.object({
  kind: z.literal("seen"),
  through: Millis,
  attention_id: z.string().optional(),
  undone: z.boolean().optional(),
});
export type Seen = z.infer<typeof Seen>;
/** A person puts off an attention until then. */
export const Snoozed = z.object({ kind: z.literal("snoozed"), attention_id: z.string(), until: Millis });
/** The runtime's process ended. Only the process source reports that; a wrapper may add how. */
export const Ended = z.object({
  kind: z.literal("ended"),
  exit_code: z.number().int().nullable(),
  signal: z.string().nullable(),
});
/** Recorded, but not about the state. */
export const Note = z.object({ kind: z.literal("note"), reason: z.string() });

export const Evidence = z.discriminatedUnion("kind", [Edge, Level, Declaration, Typed, Seen, Snoozed, Ended, Note]);
export type Evidence = z.infer<typeof Evidence>;

/** Facts about the process that sent an event; binding uses the strongest hint. */
export const BindingHints = z.object({
  agent_pid: z.number().int().positive().optional(),
  agent_start: z.string().optional(),
  /** The sender's parent: hooks run through shells that may have ended before they can be looked up. */
  parent_pid: z.number().int().positive().optional(),
  session_id: z.string().optional(),
  /** The agent's own id of its conversation. */
  agent_session: z.string().optional(),
  tmux_server_pid: z.number().int().positive().optional(),
});
export type BindingHints = z.infer<typeof BindingHints>;

/** A sub-agent's run has a parent; the root run does not. */
export const Run = z.object({ id: z.string(), parent: z.string().nullable() });
export type Run = z.infer<typeof Run>;

export const EventEnvelope = z.object({
  schema_version: z.literal(1),
  event_id: z.string(),
  target: TargetName,
  pane_id: z.string().nullable(),
  runtime_id: z.string().nullable(),
  agent_type: z.string().nullable(),
  source: Source,
  event_type: z.string(),
  dedupe_key: z.string(),
  source_event_id: z.string().optional(),
  source_seq: z.number().int().nonnegative().optional(),
  /** Incarnation of a sequenced source: changes when a file is rotated or a stream restarts. */
  source_incarnation: z.number().nonnegative().optional(),
  event_time: Millis,
  /** Milliseconds added to the sender's clock to get the daemon's; fixed once by the target's owner. */
  clock_offset: z.number(),
  ingested_at: Millis,
  hints: BindingHints,
  /** The tool call that this event is about. */
  subject: z.string().optional(),
  run: Run.optional(),
  turn: z.string().optional(),
  message: z.string(),
  /** The question to a person, redacted. */
  question: QuestionWords.optional(),
  evidence: Evidence,
  /** The agent's payload, redacted. */
  payload: z.unknown().optional(),
});
export type EventEnvelope = z.infer<typeof EventEnvelope>;

/** τ: the sender's time on our clock, never later than its arrival. */
export function stampOf(event: Pick<EventEnvelope, "event_time" | "clock_offset" | "ingested_at">): number {
  return Math.min(event.event_time + event.clock_offset, event.ingested_at);
}
