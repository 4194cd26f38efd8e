import type { Attention } from "../protocol/events/attention.ts";
import type { Resolution } from "../protocol/events/explain.ts";
import { putOff } from "./closing.ts";
import { EvidenceLedger } from "./evidence-ledger.ts";
import { KEPT_SIGHTS } from "./fold.ts";
import type { RuntimeFold } from "./runtime-fold.ts";

/**
 * Adds a call that is not about the agent's state, such as a full context. Whatever the agent itself asks comes first, and
 * this call does not raise `nudge_seq`, so no action that a person has begun is refused because of it.
 */
export function withAside(
  resolution: Resolution,
  aside: Attention,
  fold: Pick<RuntimeFold, "sights" | "seenThrough" | "snoozed">,
  now: number,
): Resolution {
  const isOver = resolution.reason_code === "runtime_ended" || isAsideSeen(fold, aside);
  if (resolution.attention !== null || isOver) return resolution;
  const ledger = new EvidenceLedger(now);
  if (resolution.revisit_at !== null) ledger.revisit(resolution.revisit_at);
  return { ...resolution, ...putOff(aside, fold, ledger), revisit_at: ledger.nextVisit() };
}

/**
 * Whether a person has seen this very call: who has seen that a turn is done has not seen that a context is full. About
 * sights that are too old to be kept we only know how far they reached.
 */
export function isAsideSeen(
  { sights, seenThrough }: Pick<RuntimeFold, "sights" | "seenThrough">,
  { attention_id, raised_at }: Pick<Attention, "attention_id" | "raised_at">,
): boolean {
  const last = sights.findLast(({ attentionId }) => attentionId === attention_id);
  if (last !== undefined) return !last.isUndone;
  const [oldest] = sights;
  return sights.length >= KEPT_SIGHTS && oldest !== undefined && oldest.at > raised_at && seenThrough >= raised_at;
}
