import type { Declaration } from "../protocol/events/event.ts";
import type { SchmuxState } from "./schmux-state.ts";

/** Maps a schmux state to a declaration. */
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
