import type { Attention } from "../protocol/events/attention.ts";
import type { EvidenceLedger } from "./evidence-ledger.ts";
import type { Finding } from "./finding.ts";
import type { SeenMark } from "./marks.ts";
import type { RuntimeFold } from "./runtime-fold.ts";

/** The sight that closed what was raised at `raisedAt`; null if nobody has seen it, or if that was taken back. */
export function sightOf({ sights }: Pick<RuntimeFold, "sights">, raisedAt: number): SeenMark | null {
  const about = sights.filter(({ through, isUndone }) => (isUndone ? through === raisedAt : through >= raisedAt));
  const undone = about.findLastIndex(({ isUndone }) => isUndone);
  return about[undone + 1] ?? null;
}

/** Whether a person has seen what was raised at `raisedAt`. A sight too old to be kept counts unless it was taken back. */
export function isSeen(fold: Pick<RuntimeFold, "sights" | "seenThrough">, raisedAt: number): boolean {
  if (sightOf(fold, raisedAt) !== null) return true;
  const isTakenBack = fold.sights.some(({ through, isUndone }) => isUndone && through === raisedAt);
  return !isTakenBack && raisedAt <= fold.seenThrough;
}

/** `completed` becomes `idle` when it has shown for a while and its attention is closed. */
export function demoted(
  finding: Finding,
  attention: Attention | null,
  fold: RuntimeFold,
  ledger: EvidenceLedger,
): Finding {
  const { state, demotesAt, call } = finding;
  if (state !== "completed" || demotesAt === undefined) return finding;
  ledger.revisit(demotesAt);
  if (ledger.now < demotesAt || attention !== null) return finding;
  const seenAt = call === null ? demotesAt : (sightOf(fold, Math.floor(call.at))?.at ?? demotesAt);
  return {
    ...finding,
    state: "idle",
    since: Math.max(demotesAt, seenAt),
    because: `${finding.because}; that was a while ago`,
  };
}

/** Applies a person's snooze. A newer call ends it; when it is over the attention calls again. */
export function putOff(
  attention: Attention | null,
  { snoozed }: Pick<RuntimeFold, "snoozed">,
  ledger: EvidenceLedger,
): { attention: Attention | null; snoozed_until: number | null } {
  const isOwn = attention !== null && snoozed?.attentionId === attention.attention_id;
  if (!isOwn || snoozed.until <= snoozed.at || attention.raised_at > snoozed.at)
    return { attention, snoozed_until: null };
  const until = Math.floor(snoozed.until);
  ledger.revisit(until);
  if (ledger.now < until) return { attention, snoozed_until: until };
  return { attention: { ...attention, resumed_at: until }, snoozed_until: null };
}
