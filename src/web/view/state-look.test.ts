import { describe, expect, it } from "vitest";
import { State } from "../../core/protocol/state.ts";
import { describeState, STATE_LOOKS } from "./state-look.ts";

describe("describeState", () => {
  it("[WB15] every state has a symbol and a text of its own", () => {
    const looks = State.options.map((state) => STATE_LOOKS[state]);
    expect(new Set(looks.map(({ symbol }) => symbol)).size).toBe(State.options.length);
    expect(new Set(looks.map(({ label }) => label)).size).toBe(State.options.length);
  });

  it.each([
    [{ state: "unknown", reason_code: "stale_signal", activity: null }, "unknown: stale signal"],
    [{ state: "unknown", reason_code: null, activity: null }, "unknown"],
    [{ state: "running", reason_code: null, activity: { kind: "working" } }, "running"],
    [{ state: "running", reason_code: null, activity: { kind: "completing", progress: 79.6 } }, "completing 80 %"],
    [{ state: "idle", reason_code: null, activity: null }, "idle"],
  ] as const)("[WB16] %j reads %s", (pane, text) => {
    expect(describeState(pane)).toBe(text);
  });
});
