import { z } from "zod";
import { MemberShare } from "../base/member-share.ts";
import { Millis } from "../base/time.ts";
import { Count, LimitNews, Tokens } from "../events/usage-news.ts";

/** The cost of calls of models. */
export const Cost = z.object({
  /** In US dollars; null if no price is known. */
  usd: z.number().nonnegative().nullable(),
  /** At least a part of it is computed by the price table of config.toml; the rest is what the agent recorded. */
  computed: z.boolean(),
  /** Calls of which no price is known: the cost is without them. */
  unpriced_calls: Count,
});
export type Cost = z.infer<typeof Cost>;

/** Tokens of several calls. `total` is the sum of the five counts. */
export const Used = Tokens.extend({ calls: Count, total: Count, cost: Cost });
export type Used = z.infer<typeof Used>;

/** A day on the daemon's clock, such as 2026-02-13. */
export const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** How full the context is: the prompt of the last call. */
export const ContextUse = z.object({
  used: Count,
  /** Null if the agent does not tell it. */
  size: Count.nullable(),
  percent: z.number().int().nonnegative().nullable(),
  /** Since when it has been as full as setting `context_full` says; null if it is not. */
  full_since: Millis.nullable().default(null),
  at: Millis,
});
export type ContextUse = z.infer<typeof ContextUse>;

/** A budget of the day that a call of this conversation went over. */
export const OverBudget = z.object({
  name: z.string(),
  day: Day,
  /** Dollars or tokens, as the budget has them. */
  unit: z.enum(["usd", "tokens"]),
  allowed: z.number().nonnegative(),
  at: Millis,
});
export type OverBudget = z.infer<typeof OverBudget>;

/** Tokens, money and context of the conversation in a pane. */
export const PaneUsage = z.object({
  session_id: z.string(),
  /** The model of the last call. */
  model: z.string().nullable(),
  /** Since the conversation began, as far as agtmux has seen it. */
  session: Used,
  /** Since the last prompt. */
  turn: Used,
  /** On the day of the last call. */
  day: Day,
  on_day: Used,
  context: ContextUse.nullable(),
  /** Absent if none. */
  over_budget: OverBudget.exactOptional(),
});
export type PaneUsage = z.infer<typeof PaneUsage>;

export const UsageBy = z.enum(["day", "project", "agent", "model", "account", "member"]);
export type UsageBy = z.infer<typeof UsageBy>;

/** One row of the sums; `key` is the day, folder, agent, model or member; of an account, its agent. */
export const UsageItem = Used.extend({ key: z.string(), target: z.string().nullable() });
export type UsageItem = z.infer<typeof UsageItem>;

/** An allowance of an account, as the newest call told it. */
export const LimitItem = LimitNews.extend({
  target: z.string(),
  agent: z.string(),
  /** The pane that told it. */
  pane_id: z.string().nullable(),
  at: Millis,
  /** A forecast: when it is used up at the rate of the last hour. Absent if it resets before, or too little is known. */
  forecast_full_at: Millis.exactOptional(),
});
export type LimitItem = z.infer<typeof LimitItem>;

/** What a member of the fleet has told, or why not. */
const MemberUsage = MemberShare.extend({ sum: Used.nullable() });

export const UsageList = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  by: UsageBy,
  /** First and last day of the sums. */
  since: Day,
  until: Day,
  items: z.array(UsageItem),
  sum: Used,
  limits: z.array(LimitItem),
  /** Every member of the fleet, whose sums are in those above; absent outside of a fleet. */
  members: z.array(MemberUsage).exactOptional(),
});
export type UsageList = z.infer<typeof UsageList>;
