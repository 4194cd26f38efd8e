import { z } from "zod";
import { Confidence, State } from "./state.ts";
import { Millis } from "./time.ts";

/** Who reads screens for agents that do not speak. */
export const ClassifierName = z.enum(["rules", "openai", "anthropic", "command"]);
export type ClassifierName = z.infer<typeof ClassifierName>;

/** What somebody made of a screen. `unknown` is a good answer. */
export const Verdict = z.object({
  state: State,
  confidence: Confidence,
  /** Quoted from the screen: a verdict without a quotation is refused unless it is `unknown`. */
  evidence: z.array(z.string().max(500)).max(8),
  /** One line for a person. */
  summary: z.string().max(300),
});
export type Verdict = z.infer<typeof Verdict>;

export const ClassifyRequest = z.object({
  ref: z.string().min(1),
  /** Without one, the classifier that is configured. */
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
  /** What the agent said last, and what it offers, as far as the screen shows it. */
  reply: z.string(),
  choices: z.array(z.string()),
  /** From an earlier look at the same screen. */
  cached: z.boolean(),
  /** Why the provider's own answer was not taken; the verdict is then `unknown`. */
  rejected: z.string().nullable(),
});
export type ClassifyReport = z.infer<typeof ClassifyReport>;

/** How the classifier stands, for whoever wants to know what leaves the machine. */
export const ClassifierStatus = z.object({
  schema_version: z.literal(1),
  /** As configured. */
  classifier: z.enum([...ClassifierName.options, "off"]),
  /** Where it is asked: an address, or the command's words. */
  where: z.string().nullable(),
  model: z.string().nullable(),
  /** Whether what it is told leaves the daemon; to an address of this machine it goes no further. */
  leaves: z.enum(["nothing", "to_this_machine", "to_a_command", "to_another_machine"]),
  /** Why it cannot be asked as it is configured. */
  fault: z.string().nullable(),
  budget: z.object({ per_hour: z.number().int(), spent: z.number().int() }),
  /** What the last call that failed came to. */
  last_failure: z.object({ at: Millis, why: z.string() }).nullable(),
});
export type ClassifierStatus = z.infer<typeof ClassifierStatus>;
