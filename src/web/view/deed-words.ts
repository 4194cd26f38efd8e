import type { DeliveryPhase } from "../../core/protocol/actions.ts";
import type { ErrorCode } from "../../core/protocol/error-codes.ts";
import type { Deed } from "../live/acting.ts";

/** The guards that can refuse, as people call them. */
const GUARDS: Partial<Record<ErrorCode, string>> = {
  E_STALE_SNAPSHOT: "snapshot",
  E_GUARD_RUNTIME: "runtime",
  E_GUARD_STATE: "state",
  E_GUARD_FRESHNESS: "freshness",
  E_NO_AGENT: "agent",
  E_AT_SHELL: "shell",
  E_PANE_MODE: "pane mode",
  E_DRAFT: "draft",
  E_NO_QUESTION: "question",
  E_CHOICE_INVALID: "choice",
  E_TARGET_UNREACHABLE: "target",
  E_UNAUTHORIZED: "key",
};

const PHASES: Record<DeliveryPhase["phase"], string> = {
  typed: "sent",
  submitted: "submitted",
  accepted: "accepted",
};

/** The guard that refused, or null where something broke. */
export function guardOf(code: ErrorCode): string | null {
  return GUARDS[code] ?? null;
}

export function refusalWords({ what, fault }: Extract<Deed, { phase: "refused" }>): string {
  const guard = guardOf(fault.code);
  return guard === null ? `${what} failed: ` : `${what} was refused by the ${guard} guard: `;
}

/** Each phase that was seen, in words, with how it is known. */
export function phaseWords(phases: readonly DeliveryPhase[]): { word: string; evidence: string }[] {
  return phases.map(({ phase, evidence }) => ({ word: PHASES[phase], evidence }));
}
