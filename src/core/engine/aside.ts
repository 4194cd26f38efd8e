import type { Attention } from "../protocol/events/attention.ts";
import type { Resolution } from "../protocol/events/explain.ts";
import { isSeen, putOff } from "./closing.ts";
import { EvidenceLedger } from "./evidence-ledger.ts";
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
  const isOver = resolution.reason_code === "runtime_ended" || isSeen(fold, aside.raised_at);
  if (resolution.attention !== null || isOver) return resolution;
  const ledger = new EvidenceLedger(now);
  if (resolution.revisit_at !== null) ledger.revisit(resolution.revisit_at);
  return { ...resolution, ...putOff(aside, fold, ledger), revisit_at: ledger.nextVisit() };
}
