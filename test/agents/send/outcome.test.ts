import { describe, expect, it } from "vitest";
import { outcomeOf, type Sent } from "./outcome.ts";

const SENT: Sent = { text: "a b", code: 0, error: "", notes: [], heard: ["a b"], wasRun: false };

describe("outcomeOf", () => {
  it("[GD11] only an identical text counts as unchanged", () => {
    expect(outcomeOf(SENT)).toEqual({ type: "as sent" });
    expect(outcomeOf({ ...SENT, heard: ["context", "a b"] })).toEqual({ type: "as sent" });
    expect(outcomeOf({ ...SENT, heard: ["a b c"] }).type).toBe("wrong");
    expect(outcomeOf({ ...SENT, heard: [] }).type).toBe("wrong");
  });

  it("[GD11] a change is told or wrong", () => {
    const trimmed = { ...SENT, text: " a\u00adb ", heard: ["ab"] };
    expect(outcomeOf(trimmed).type).toBe("wrong");
    expect(outcomeOf({ ...trimmed, notes: ["drops blanks"] })).toEqual({ type: "told", notes: ["drops blanks"] });
    expect(outcomeOf({ ...trimmed, notes: ["drops blanks"], heard: ["b"] }).type).toBe("wrong");
  });

  it("[GD11] a text that was refused or run counts as that, whatever was heard", () => {
    expect(outcomeOf({ ...SENT, code: 2, error: "agtmux: no tabs [E_INVALID_INPUT]" }).type).toBe("refused");
    expect(outcomeOf({ ...SENT, code: 1, error: "agtmux: late [E_TIMEOUT]" }).type).toBe("wrong");
    expect(outcomeOf({ ...SENT, wasRun: true, notes: ["runs it"] }).type).toBe("command");
    expect(outcomeOf({ ...SENT, wasRun: true }).type).toBe("wrong");
  });
});
