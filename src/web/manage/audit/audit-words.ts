import type { AuditEntry, Guards } from "../../../core/protocol/actions/actions.ts";
import { guardOf } from "../../view/action-words.ts";
import { formatAge } from "../../view/format-age.ts";

export const OUTCOMES: Record<AuditEntry["outcome"], { symbol: string; word: string }> = {
  done: { symbol: "✓", word: "done" },
  refused: { symbol: "–", word: "refused" },
  failed: { symbol: "✕", word: "failed" },
  begun: { symbol: "…", word: "not known" },
};

/** The outcome, with the guard that refused it, if any. */
export function outcomeWords({ outcome, code }: Pick<AuditEntry, "outcome" | "code">): string {
  const guard = code === null ? null : guardOf(code);
  const { word } = OUTCOMES[outcome];
  return outcome === "refused" && guard !== null ? `refused by the ${guard} guard` : word;
}

/** The requested guards in words. */
export function guardWords({ if_runtime, if_state, if_updated_within_ms, force_stale }: Guards): string[] {
  return [
    ...(if_runtime === undefined ? [] : [`only for runtime ${if_runtime}`]),
    ...(if_state === undefined ? [] : [`only while ${if_state.join(" or ")}`]),
    ...(if_updated_within_ms === undefined ? [] : [`only if it changed within ${formatAge(if_updated_within_ms)}`]),
    ...(force_stale === true ? ["whoever is there now"] : []),
  ];
}

/** The object of the action: as resolved, or else as requested. */
export function subjectOf({ agent, ref, asked_ref, target, request, member }: AuditEntry): string {
  const who = agent ?? (typeof request.agent === "string" ? request.agent : null);
  // a ref that was found has the name of its member
  const where = ref === null && member !== undefined ? `on ${member}` : null;
  return [who, ref ?? asked_ref ?? target, where].filter((word) => word !== null).join(" ");
}

export interface AuditFilter {
  action: string | null;
  outcome: string | null;
}

export function filterAudit(items: readonly AuditEntry[], { action, outcome }: AuditFilter): AuditEntry[] {
  return items.filter(
    (item) => (action === null || item.action === action) && (outcome === null || item.outcome === outcome),
  );
}
