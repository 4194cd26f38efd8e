import type { NotificationKind } from "../protocol/events/attention.ts";
import type { NotifiablePane } from "./plan.ts";

/** Several sources may report one call, at most this far apart. */
const SAME_CALL_MS = 1_500;
/** One turn end may be reported under two ids, with no work in between, at most this far apart. */
const SAME_END_MS = 5_000;

export function isSameCall(one: NotifiablePane, other: NotifiablePane): boolean {
  return one.runtime_id === other.runtime_id && one.attention.attention_id === other.attention.attention_id;
}

/** A turn's end keeps one attention id. It notifies again if the agent itself went on working and then ended again. */
export function endedAgain(
  told: Pick<NotifiablePane["attention"], "raised_at">,
  now: Pick<NotifiablePane["attention"], "raised_at">,
  workedAt: number,
): boolean {
  return now.raised_at > told.raised_at && workedAt > told.raised_at;
}

/**
 * The same call under another id: another source reported it while it was open, or it turned out to belong to another
 * runtime. It must not notify again. `workedAt`: when an event last reported that the agent works.
 */
export function isSameCallUnderNewId(before: NotifiablePane, now: NotifiablePane, workedAt = 0): boolean {
  const [was, is] = [before.attention, now.attention];
  const isSameId = was.attention_id === is.attention_id;
  if (before.runtime_id !== now.runtime_id) return isSameId;
  return !isSameId && areSameCall(was, is, workedAt > was.raised_at);
}

/** Whether two attentions of one runtime, with different ids, are the same call. */
export function areSameCall(
  was: Pick<NotifiablePane["attention"], "kind" | "raised_at">,
  is: Pick<NotifiablePane["attention"], "kind" | "raised_at">,
  hasWorked: boolean,
): boolean {
  const apartMs = Math.abs(was.raised_at - is.raised_at);
  return was.kind === is.kind && apartMs <= (isEnd(is.kind) && !hasWorked ? SAME_END_MS : SAME_CALL_MS);
}

/** Distinguishes an open call from the one before it: a turn that ends more than once, or a call put off, has only one id. */
export function callName({
  attention_id,
  kind,
  raised_at,
  resumed_at,
}: Pick<NotifiablePane["attention"], "attention_id" | "kind" | "raised_at" | "resumed_at">): string {
  if (resumed_at !== undefined) return `${attention_id}@${resumed_at}`;
  return isEnd(kind) ? `${attention_id}@${raised_at}` : attention_id;
}

export function isEnd(kind: NotificationKind): boolean {
  return kind === "done" || kind === "error";
}
