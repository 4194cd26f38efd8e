import { z } from "zod";
import { AttentionKind } from "./attention.ts";
import { QuestionWords } from "./questions.ts";
import { TargetName } from "./refs.ts";
import { Activity, Phase, State } from "./state.ts";
import { Millis } from "./time.ts";

/** Where an event came from. One name per transport; the agent is a field of its own. */
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

/** Something happened: it moves the phase. */
export const Edge = z.object({
  kind: z.literal("edge"),
  phase: Phase,
  /** Absent on an ask or a rest whose detail the event does not tell. */
  state: State.optional(),
  /** Begins a turn: what came before it is over. */
  begin: z.boolean().optional(),
  /** An end that some agents also report when the turn did not end well. */
  weak: z.boolean().optional(),
  activity: Activity.optional(),
  /** Believed for this long only, where the agent's event promises no more. */
  ttl_ms: z.number().positive().optional(),
  /** Written ahead of the agent's own signal; believed until this time. */
  provisional_until: Millis.optional(),
});
export type Edge = z.infer<typeof Edge>;

/** What is true now, looked at again and again. */
export const Level = z.object({
  kind: z.literal("level"),
  phase: Phase,
  state: State.optional(),
  /** When the level turned to this phase; the event's own time is when it was last seen. */
  changed_at: Millis.optional(),
  /** Cannot see start-up dialogs. */
  blind: z.boolean().optional(),
  /** Shows a conversation in which nothing has been asked yet. */
  fresh: z.boolean().optional(),
  /** Nothing moves, although the agent said that it works. */
  stalled: z.boolean().optional(),
  activity: Activity.optional(),
});
export type Level = z.infer<typeof Level>;

/** What the agent says of itself. */
export const Declaration = z.object({
  kind: z.literal("declaration"),
  state: State,
  attention: AttentionKind.nullable(),
  /** `appended` lines are each new; `repainted` ones may be the same said again. */
  medium: z.enum(["appended", "repainted"]),
  activity: Activity.optional(),
  provisional_until: Millis.optional(),
});
export type Declaration = z.infer<typeof Declaration>;

/** A person pressed Enter in the pane through us. */
export const Typed = z.object({ kind: z.literal("typed") });
/** A person has seen what was raised up to `through`. */
export const Seen = z.object({ kind: z.literal("seen"), through: Millis });
/** The process behind the runtime ended: that it did only the process source says, how it did also a wrapper. */
export const Ended = z.object({
  kind: z.literal("ended"),
  exit_code: z.number().int().nullable(),
  signal: z.string().nullable(),
});
/** Recorded, but says nothing about the state. */
export const Note = z.object({ kind: z.literal("note"), reason: z.string() });

export const Evidence = z.discriminatedUnion("kind", [Edge, Level, Declaration, Typed, Seen, Ended, Note]);
export type Evidence = z.infer<typeof Evidence>;

/** What an event knows of the process that sent it; binding uses the strongest hint. */
export const BindingHints = z.object({
  agent_pid: z.number().int().positive().optional(),
  agent_start: z.string().optional(),
  /** The process above it: hooks are run through shells that are gone when anybody asks. */
  parent_pid: z.number().int().positive().optional(),
  session_id: z.string().optional(),
  /** The agent's own name for its conversation. */
  agent_session: z.string().optional(),
  tmux_server_pid: z.number().int().positive().optional(),
});
export type BindingHints = z.infer<typeof BindingHints>;

/** A sub-agent's run has a parent; the root run has none. */
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
  /** Which life of a sequenced source: a rotated file, a restarted stream. */
  source_incarnation: z.number().nonnegative().optional(),
  event_time: Millis,
  /** Added to the sender's clock to get the daemon's; fixed once by the target's owner. */
  clock_offset: z.number(),
  ingested_at: Millis,
  hints: BindingHints,
  /** The tool call this is about. */
  subject: z.string().optional(),
  run: Run.optional(),
  turn: z.string().optional(),
  message: z.string(),
  /** What it asks of a person, redacted. */
  question: QuestionWords.optional(),
  evidence: Evidence,
  /** As the agent gave it, redacted. */
  payload: z.unknown().optional(),
});
export type EventEnvelope = z.infer<typeof EventEnvelope>;

/** τ: the sender's time on our clock, never later than when we got it. */
export function stampOf(event: Pick<EventEnvelope, "event_time" | "clock_offset" | "ingested_at">): number {
  return Math.min(event.event_time + event.clock_offset, event.ingested_at);
}
