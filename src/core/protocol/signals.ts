import { z } from "zod";
import { SquadSignal } from "./squad.ts";
import { Cursor } from "./stream.ts";
import { Millis } from "./time.ts";

/** A squad signal and whose it was found to be: the data of a `session-signal` event. */
export const SessionSignal = z.object({
  target: z.string(),
  /** In tmux; null where nobody knows it. */
  session: z.string().nullable(),
  session_id: z.string().nullable(),
  /** Null where it is nobody's: several could have said it. */
  runtime_id: z.string().nullable(),
  ref: z.string().nullable(),
  signal: SquadSignal,
});
export type SessionSignal = z.infer<typeof SessionSignal>;

/** With its place among all signals, from where a follower may go on. */
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
