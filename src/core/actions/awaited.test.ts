import { describe, expect, it } from "vitest";
import { arrivalOf } from "./awaited.ts";

const at = (state: Parameters<typeof arrivalOf>[1]["state"], since = 20) => ({ state, since });

describe("arrivalOf", () => {
  it("[GD31] waiting for no state in particular ends at any rest or question that came afterwards", () => {
    for (const state of ["completed", "idle", "error", "waiting_input", "waiting_approval"] as const) {
      expect(arrivalOf("settled", at(state), 10, false)).toBe("there");
      expect(arrivalOf("settled", at(state, 5), 10, false)).toBe(null);
      expect(arrivalOf("settled", at(state, 5), 10, true)).toBe("there");
    }
    expect(arrivalOf("settled", at("running"), 10, true)).toBe(null);
    expect(arrivalOf("settled", at("unknown"), 10, true)).toBe(null);
  });

  it("[GD31] any of several states will do, and another end or question ends the waiting too", () => {
    const wanted = ["completed", "waiting_input"] as const;
    expect(arrivalOf(wanted, at("waiting_input"), 10, false)).toBe("there");
    expect(arrivalOf(wanted, at("error"), 10, false)).toBe("elsewhere");
    expect(arrivalOf("completed", at("waiting_approval"), 10, false)).toBe("elsewhere");
    expect(arrivalOf("completed", at("error", 5), 10, false)).toBe(null);
    expect(arrivalOf("idle", at("completed"), 10, true)).toBe(null);
    expect(arrivalOf("running", at("running", 5), 10, true)).toBe("there");
    expect(arrivalOf("running", at("running", 5), 10, false)).toBe(null);
  });

  it("[GD10] accepted is what the agent has shown, whatever its state", () => {
    expect([arrivalOf("accepted", at("idle"), 10, false), arrivalOf("accepted", at("idle"), 10, true)]).toEqual([
      null,
      "there",
    ]);
  });
});
