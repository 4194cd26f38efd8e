import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { State } from "../../core/protocol/state.ts";
import { describeState, lookOf, STATE_LOOKS, symbolOf } from "./state-look.ts";

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

describe("lookOf", () => {
  it("[UI5] one that may be stuck has a symbol of its own, whatever its state is called", () => {
    const attention = { attention_id: "a", kind: "stalled", label: "⏳ Possibly Stuck", message: "" } as const;
    const stuck = testPane({}, { attention: { ...attention, source: "rules", raised_at: 1 } });
    expect([lookOf(stuck), lookOf({ ...stuck, attention: null })]).toEqual(["stalled", "running"]);
    expect(State.options.map(symbolOf)).not.toContain(symbolOf("stalled"));
  });
});
