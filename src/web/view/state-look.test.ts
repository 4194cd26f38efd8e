import { describe, expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { State } from "../../core/protocol/base/state.ts";
import { AttentionKind } from "../../core/protocol/events/attention.ts";
import { describeState, LOOKS, lookOf, rowLabel } from "./state-look.ts";
import { SYMBOLS } from "./symbols.ts";

describe("describeState", () => {
  it("[WB15] every state has a symbol and a text of its own", () => {
    const labels = State.options.map((state) => LOOKS[state].label);
    expect(new Set(labels).size).toBe(State.options.length);
    const symbols = Object.values(SYMBOLS).map((symbol) => JSON.stringify(symbol));
    expect(new Set(symbols).size).toBe(symbols.length);
  });

  it.each([
    [{ state: "unknown", reason_code: "stale_signal", activity: null }, "unknown: stale signal"],
    [{ state: "unknown", reason_code: "suspended", activity: null }, "unknown: suspended"],
    [{ state: "unknown", reason_code: null, activity: null }, "unknown"],
    [{ state: "running", reason_code: null, activity: { kind: "working" } }, "running"],
    [{ state: "running", reason_code: null, activity: { kind: "completing", progress: 79.6 } }, "completing 80 %"],
    [{ state: "idle", reason_code: null, activity: null }, "idle"],
  ] as const)("[WB15] %j reads %s", (pane, text) => {
    expect(describeState(pane)).toBe(text);
  });
});

const asks = (kind: AttentionKind) =>
  testPane({}, { attention: { attention_id: "a", kind, label: "", message: "", source: "rules", raised_at: 1 } });

describe("lookOf", () => {
  it("[WB15, UI31] symbol and label are of what is asked of a person, whatever the state is called", () => {
    const shown = AttentionKind.options.map((kind) => [lookOf(asks(kind)), rowLabel(asks(kind))]);
    expect(shown).toEqual([
      ["waiting_input", "asks"],
      ["waiting_approval", "wants approval"],
      ["testing", "please test"],
      ["review", "review"],
      ["completed", "done"],
      ["error", "error"],
      ["stalled", "stuck?"],
      ["limited", "limited"],
      ["budget", "over budget"],
      ["context", "context full"],
    ]);
    expect(lookOf(testPane({}))).toBe("running");
  });
});

describe("rowLabel", () => {
  it("[WB15, UI31] without a call it says what the agent does, and why nothing is known", () => {
    const labels = [
      testPane({}, { activity: { kind: "compacting" } }),
      testPane({}, { state: "unknown", reason_code: "target_unreachable" }),
      testPane({}, { state: "unknown", reason_code: "stale_signal" }),
    ].map(rowLabel);
    expect(labels).toEqual(["compacting", "out of reach", "unknown: stale signal"]);
  });
});
