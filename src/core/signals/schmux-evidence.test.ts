import { describe, expect, it } from "vitest";
import { Declaration } from "../protocol/events/event.ts";
import { schmuxEvidence } from "./schmux-evidence.ts";
import { SCHMUX_STATES } from "./schmux-state.ts";

describe("schmuxEvidence", () => {
  it.each([
    ["working", "running", null],
    ["needs_input", "waiting_input", "input"],
    ["needs_testing", "completed", "testing"],
    ["completed", "completed", "done"],
    ["error", "error", "error"],
  ] as const)("[MK1] %s declares %s with attention %s", (word, state, attention) => {
    expect(schmuxEvidence(word, "appended")).toEqual({ kind: "declaration", state, attention, medium: "appended" });
  });

  it("[MK1] every word gives a valid declaration in either medium", () => {
    for (const word of SCHMUX_STATES) {
      for (const medium of ["appended", "repainted"] as const) {
        const declaration = schmuxEvidence(word, medium);
        expect(Declaration.parse(declaration)).toEqual(declaration);
        expect(declaration.medium).toBe(medium);
      }
    }
  });
});
