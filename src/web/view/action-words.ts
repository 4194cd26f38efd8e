import type { DeliveryPhase } from "../../core/protocol/actions/actions.ts";
import type { ErrorCode } from "../../core/protocol/base/error-codes.ts";
import type { ActionProgress } from "../live/acting.ts";

/** Names of the guards that can refuse. */
const GUARDS: Partial<Record<ErrorCode, string>> = {
  E_STALE_SNAPSHOT: "snapshot",
  E_GUARD_RUNTIME: "runtime",
  E_GUARD_STATE: "state",
  E_GUARD_FRESHNESS: "freshness",
  E_NO_AGENT: "agent",
  E_AT_SHELL: "shell",
  E_PANE_MODE: "pane mode",
  E_TERMINAL_IN_USE: "terminal",
  E_SUSPENDED: "process",
  E_DRAFT: "draft",
  E_NO_QUESTION: "question",
  E_QUESTION_CHANGED: "question",
  E_CHOICE_INVALID: "choice",
  E_TARGET_UNREACHABLE: "target",
  E_UNAUTHORIZED: "key",
};

const PHASES: Record<DeliveryPhase["phase"], string> = {
  typed: "sent",
  submitted: "submitted",
  accepted: "accepted",
};

/** The guard that refused; null for other failures. */
export function guardOf(code: ErrorCode): string | null {
  return GUARDS[code] ?? null;
}

export function refusalWords({ what, fault }: Extract<ActionProgress, { phase: "refused" }>): string {
  const guard = guardOf(fault.code);
  return guard === null ? `${what} failed: ` : `${what} was refused by the ${guard} guard: `;
}

/** The delivery phases in words, with their evidence. */
export function phaseWords(phases: readonly DeliveryPhase[]): { word: string; evidence: string }[] {
  return phases.map(({ phase, evidence }) => ({ word: PHASES[phase], evidence }));
}

/** The answer and how far it came, in one line. */
export function progressWords(progress: ActionProgress): string {
  const what = progress.words === undefined ? progress.what : `${progress.what} “${progress.words}”`;
  switch (progress.phase) {
    case "sending":
      return `${what}: sending…`;
    case "told":
      return `${what}: ${phaseWords(progress.phases).at(-1)?.word ?? "sent"}`;
    case "refused":
      return `${progress.what} was refused`;
    default:
      return progress satisfies never;
  }
}
