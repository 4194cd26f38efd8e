import { z } from "zod";
import { Millis } from "../base/time.ts";

/** A number of tokens. */
export const Count = z.number().int().nonnegative();

/** Tokens, each counted once: `input` without what was read from or written to the cache, `output` without reasoning. */
export const Tokens = z.object({
  input: Count,
  /** Read from the cache. */
  cached: Count,
  cache_written: Count,
  output: Count,
  reasoning: Count,
});
export type Tokens = z.infer<typeof Tokens>;

/** One call of a model. */
export const UsageCall = Tokens.extend({
  /** The agent's own id of it: a call that is told again has the same. */
  id: z.string(),
  /** The id is one of its agent session only. */
  in_session: z.literal(true).exactOptional(),
  /** Null where it is told apart from the call. */
  model: z.string().nullable(),
  /** In US dollars, as the agent records it; null if it records none. */
  cost: z.number().nonnegative().nullable(),
});
export type UsageCall = z.infer<typeof UsageCall>;

/** How much of an allowance of the account is used up. */
export const LimitNews = z.object({
  /** Its length, such as `5h` or `7d`. */
  window: z.string(),
  used_percent: z.number().nonnegative(),
  resets_at: Millis.nullable(),
});
export type LimitNews = z.infer<typeof LimitNews>;

/** Tokens, money and limits as one event or line of an agent tells them. */
export const UsageNews = z.object({
  call: UsageCall.exactOptional(),
  /** The model of the calls that follow. */
  model: z.string().exactOptional(),
  /** How full the conversation's context is; only what is known. */
  context: z.object({ used: Count.exactOptional(), size: Count.exactOptional() }).exactOptional(),
  limits: z.array(LimitNews).exactOptional(),
  /** The conversation's cost so far, in US dollars, as the agent records it. */
  session_cost: z.number().nonnegative().exactOptional(),
});
export type UsageNews = z.infer<typeof UsageNews>;
