import { z } from "zod";
import { Millis } from "../base/time.ts";
import { SquadSignal } from "../squad/squad.ts";
import { Cursor } from "./stream.ts";

/** A squad signal and its assigned sender: the data of a `session-signal` event. */
export const SessionSignal = z.object({
  target: z.string(),
  /** tmux session; null if unknown. */
  session: z.string().nullable(),
  session_id: z.string().nullable(),
  /** Null if the sender is ambiguous. */
  runtime_id: z.string().nullable(),
  ref: z.string().nullable(),
  /** The state name of squad's session cards. */
  sseState: z.string(),
  signal: SquadSignal,
});
export type SessionSignal = z.infer<typeof SessionSignal>;

/** With its cursor among all signals, from which a client can resume. */
const Placed = SessionSignal.extend({ cursor: Cursor, at: Millis });

export const SignalReport = z.object({ schema_version: z.literal(1), ...Placed.shape });
export type SignalReport = z.infer<typeof SignalReport>;

/** Oldest first. */
export const SignalTimeline = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  target: z.string(),
  session: z.string(),
  items: z.array(Placed),
});
export type SignalTimeline = z.infer<typeof SignalTimeline>;
