import { z } from "zod";
import { Millis } from "../../core/protocol/base/time.ts";
import { Count } from "../../core/protocol/events/usage-news.ts";
import { LimitItem } from "../../core/protocol/lists/usage.ts";
import type { UsedPart } from "../../core/usage/sum-used.ts";

/** A conversation of an agent. */
export interface SessionKey {
  target: string;
  agent: string;
  session_id: string;
}

/** A call of a model. */
export interface CallRow extends SessionKey, Omit<UsedPart, "calls"> {
  call_id: string;
  at: number;
  /** The folder in which the agent was started; empty if not known. */
  project: string;
}

/** Sums of calls by day, conversation, model and folder. */
export interface DailyRow extends SessionKey, UsedPart {
  project: string;
}

/** The cost of a conversation as its agent tells it. */
const Spent = z.object({
  usd: z.number(),
  at: Millis,
  /** The cost of calls before this time is not known: the first sum that was told had it in it already. */
  since: Millis,
  /** The part that no call has yet, because its call was not read so far. */
  owed: z.number(),
});
export type Spent = z.infer<typeof Spent>;

/** A conversation's model, context, turn and cost, kept beside its calls. */
export const SessionUsage = z.object({
  model: z.string().nullable(),
  context: z
    .object({
      used: Count.nullable(),
      size: Count.nullable(),
      at: Millis,
      /** When it became as full as the setting says; null if it is not. */
      full_at: Millis.nullable().default(null),
    })
    .nullable(),
  /** When the last turn began. */
  turn_at: Millis,
  /** Null if the agent tells no cost, or that of each call. */
  spent: Spent.nullable().default(null),
});
export type SessionUsage = z.infer<typeof SessionUsage>;

/** A limit, and how much of it was used before. */
export const SampledLimit = LimitItem.extend({
  samples: z.array(z.object({ at: Millis, used_percent: z.number() })).default([]),
});
export type SampledLimit = z.infer<typeof SampledLimit>;

/** Tokens and money. */
export interface UsageStore {
  call(key: Pick<CallRow, "target" | "agent" | "call_id">): CallRow | null;
  /** Adds the call or replaces it, and corrects the sums. */
  saveCall(call: CallRow): void;
  callsSince(key: SessionKey, at: number): CallRow[];
  daysOfSession(key: SessionKey): DailyRow[];
  /** First and last day included. */
  days(since: string, until: string): DailyRow[];
  sessionUsage(key: SessionKey): SessionUsage | null;
  saveSessionUsage(key: SessionKey, session: SessionUsage, at: number): void;
  /** The newest wins; what was told before stays as a sample. */
  saveLimit(limit: LimitItem): void;
  limits(): SampledLimit[];
  pruneUsage(callsBefore: number, daysBefore: string): void;
}
