import { z } from "zod";
import { Confidence, State } from "../base/state.ts";
import { Millis } from "../base/time.ts";

/** Classifiers that read screens of agents that do not signal. */
export const ClassifierName = z.enum(["rules", "openai", "anthropic", "command"]);
export type ClassifierName = z.infer<typeof ClassifierName>;

/** A classifier's conclusion about a screen. `unknown` is a valid one. */
export const Verdict = z.object({
  state: State,
  confidence: Confidence,
  /** Quotes from the screen: a verdict without one is rejected unless it is `unknown`. */
  evidence: z.array(z.string().max(500)).max(8),
  /** One line for people. */
  summary: z.string().max(300),
});
export type Verdict = z.infer<typeof Verdict>;

export const ClassifyRequest = z.object({
  ref: z.string().min(1),
  /** The configured classifier if absent. */
  provider: ClassifierName.optional(),
});

export type ClassifyRequest = z.infer<typeof ClassifyRequest>;

export const ClassifyReport = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  ref: z.string(),
  runtime_id: z.string().nullable(),
  classifier: ClassifierName,
  verdict: Verdict,
  /** The agent's last message; `choices` are the options it offers, both as far as the screen shows them. */
  reply: z.string(),
  choices: z.array(z.string()),
  /** Whether it comes from an earlier classification of the same screen. */
  cached: z.boolean(),
  /** Why the provider's answer was rejected; the verdict is then `unknown`. */
  rejected: z.string().nullable(),
});
export type ClassifyReport = z.infer<typeof ClassifyReport>;

/** The classifier's configuration and state, including what leaves the machine. */
export const ClassifierStatus = z.object({
  schema_version: z.literal(1),
  /** The configured one. */
  classifier: z.enum([...ClassifierName.options, "off"]),
  /** Its URL, or the command line. */
  where: z.string().nullable(),
  model: z.string().nullable(),
  /** Where the data sent to it goes. */
  leaves: z.enum(["nothing", "to_this_machine", "to_a_command", "to_another_machine"]),
  /** Why it cannot be used as configured. */
  fault: z.string().nullable(),
  budget: z.object({ per_hour: z.number().int(), spent: z.number().int() }),
  /** The last failed call. */
  last_failure: z.object({ at: Millis, why: z.string() }).nullable(),
});
export type ClassifierStatus = z.infer<typeof ClassifierStatus>;
