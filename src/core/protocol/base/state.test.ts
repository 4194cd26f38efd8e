import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { schmuxEvidence } from "../../signals/schmux-evidence.ts";
import { SCHMUX_STATES } from "../../signals/schmux-state.ts";
import { attentionLabel } from "../events/attention.ts";
import { Activity, phaseOf, precedenceOf, ReasonCode, State } from "./state.ts";

const STATES = ["running", "waiting_input", "waiting_approval", "completed", "idle", "error", "unknown"] as const;

describe("states", () => {
  it("[ST1] are these seven", () => {
    expect(State.options.toSorted()).toEqual(STATES.toSorted());
    for (const state of STATES) expect(State.parse(state)).toBe(state);
  });

  it("[ST1] nothing else parses as one", () => {
    const near = ["Running", " running", "running ", "waiting", "working", "needs_input", "", "null", "toString"];
    const other = fc.oneof(fc.constantFrom(...near), fc.anything());
    fc.assert(
      fc.property(other, (value) => {
        expect(State.safeParse(value).success).toBe((STATES as readonly unknown[]).includes(value));
      }),
    );
  });

  it("[ST1] precedence is error, waiting_approval, waiting_input, running, completed, idle, unknown", () => {
    expect(STATES.toSorted((a, b) => precedenceOf(a) - precedenceOf(b))).toEqual([
      "error",
      "waiting_approval",
      "waiting_input",
      "running",
      "completed",
      "idle",
      "unknown",
    ]);
  });

  it("[ST1] each state has its phase, and unknown has none", () => {
    expect(Object.fromEntries(STATES.map((state) => [state, phaseOf(state)]))).toEqual({
      running: "busy",
      waiting_approval: "ask",
      waiting_input: "ask",
      completed: "rest",
      idle: "rest",
      error: "rest",
      unknown: null,
    });
  });

  it("[ST4] a reason code is one of these eleven", () => {
    const reasons = [
      "no_agent",
      "no_signal",
      "stale_signal",
      "target_unreachable",
      "member_unreachable",
      "unsupported_signal",
      "unbound",
      "outcome_unknown",
      "provisional_expired",
      "runtime_ended",
      "suspended",
    ];
    expect(ReasonCode.options).toEqual(reasons);
    for (const other of ["", "stale", "NO_AGENT", "ended"]) expect(ReasonCode.safeParse(other).success).toBe(false);
  });

  it("[ST13] an activity has a known kind and a progress from 0 to 100", () => {
    for (const kind of ["starting", "working", "completing", "compacting", "retrying"])
      expect(Activity.parse({ kind })).toEqual({ kind });
    expect(Activity.parse({ kind: "working", tool: "Bash", progress: 100 })).toEqual({
      kind: "working",
      tool: "Bash",
      progress: 100,
    });
    for (const off of [{ kind: "thinking" }, { kind: "working", progress: 101 }, { kind: "working", progress: -1 }])
      expect(Activity.safeParse(off).success).toBe(false);
  });

  it("[ST15] the five schmux states map to a state and, where a person is wanted, to a label", () => {
    const mapped = SCHMUX_STATES.map((word) => {
      const { state, attention } = schmuxEvidence(word, "appended");
      return [word, state, attention === null ? null : attentionLabel(attention)];
    });
    expect(mapped.toSorted()).toEqual([
      ["completed", "completed", "✓ Completed"],
      ["error", "error", "❌ Error"],
      ["needs_input", "waiting_input", "⚠ Needs Authorization"],
      ["needs_testing", "completed", "🧪 Needs User Testing"],
      ["working", "running", null],
    ]);
  });
});
