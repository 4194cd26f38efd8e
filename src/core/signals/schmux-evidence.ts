import type { Declaration } from "../protocol/event.ts";
import type { SchmuxState } from "./schmux-state.ts";

/** What a schmux word declares in our vocabulary. */
export function schmuxEvidence(state: SchmuxState, medium: Declaration["medium"]): Declaration {
  return { kind: "declaration", ...MEANING[state], medium };
}

const MEANING: Record<SchmuxState, Pick<Declaration, "state" | "attention">> = {
  working: { state: "running", attention: null },
  needs_input: { state: "waiting_input", attention: "input" },
  needs_testing: { state: "completed", attention: "testing" },
  completed: { state: "completed", attention: "done" },
  error: { state: "error", attention: "error" },
};
