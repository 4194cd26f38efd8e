import { z } from "zod";
import { Activity, Confidence, ReasonCode, State } from "../base/state.ts";
import { Millis } from "../base/time.ts";
import { Attention } from "./attention.ts";
import { Source } from "./event.ts";
import { Limited } from "./limited.ts";

export const Verdict = z.enum(["decides", "agrees", "lost", "void"]);
export type Verdict = z.infer<typeof Verdict>;

/** One piece of evidence, and why it did or did not decide the state. */
export const WeighedEvidence = z.object({
  event_id: z.string(),
  source: Source,
  event_type: z.string(),
  kind: z.enum(["edge", "level", "declaration", "typed", "ended"]),
  says: State.nullable(),
  message: z.string(),
  at: Millis,
  age_ms: z.number(),
  verdict: Verdict,
  why: z.string(),
});
export type WeighedEvidence = z.infer<typeof WeighedEvidence>;

/**
 * How the markers in a pane are read. `lines`: from the program's output. `screen`: from the screen, because a known
 * agent positions its text by cursor and repaints it. `words`: from such an agent's own messages in hooks and files;
 * its screen is ignored.
 */
export const MarkerReading = z.enum(["lines", "screen", "words"]);
export type MarkerReading = z.infer<typeof MarkerReading>;

export const Resolution = z.object({
  state: State,
  reason_code: ReasonCode.nullable(),
  confidence: Confidence,
  since: Millis.nullable(),
  message: z.string(),
  activity: Activity.nullable(),
  decided_by: z.string().nullable(),
  source: Source.nullable(),
  /** One sentence that justifies the state. */
  because: z.string(),
  attention: Attention.nullable(),
  /** Until when the attention is put off; null if it is not. */
  snoozed_until: Millis.nullable(),
  /** The account's limit that stops the agent, or has ended its turn; null if there is none. */
  limited: Limited.nullable(),
  /** Since when a working agent has shown nothing new, if that is long ago. */
  nothing_new_since: Millis.nullable(),
  nudge_seq: z.number().int().nonnegative(),
  evidence: z.array(WeighedEvidence),
  /** When time alone may change this, or null. */
  revisit_at: Millis.nullable(),
});
export type Resolution = z.infer<typeof Resolution>;
