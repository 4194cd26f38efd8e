import { z } from "zod";
import { Attention } from "./attention.ts";
import { Source } from "./event.ts";
import { Activity, Confidence, ReasonCode, State } from "./state.ts";
import { Millis } from "./time.ts";

export const Verdict = z.enum(["decides", "agrees", "lost", "void"]);
export type Verdict = z.infer<typeof Verdict>;

/** One piece of evidence, and why it did or did not decide. */
export const Weighed = z.object({
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
export type Weighed = z.infer<typeof Weighed>;

export const Resolution = z.object({
  state: State,
  reason_code: ReasonCode.nullable(),
  confidence: Confidence,
  since: Millis.nullable(),
  message: z.string(),
  activity: Activity.nullable(),
  decided_by: z.string().nullable(),
  source: Source.nullable(),
  /** One sentence for a sceptic. */
  because: z.string(),
  attention: Attention.nullable(),
  nudge_seq: z.number().int().nonnegative(),
  evidence: z.array(Weighed),
  /** When time alone may change this, or null. */
  revisit_at: Millis.nullable(),
});
export type Resolution = z.infer<typeof Resolution>;
