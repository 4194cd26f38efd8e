import { describe, expect, it } from "vitest";
import { isReportOf, judgeSending, type SendingFacts } from "./judge-sending.ts";

const BEGUN: SendingFacts = {
  sent: { outcome: "begun", code: null },
  hasBegun: false,
  isLastPrompt: null,
  reportsPrompts: true,
  isAtRest: true,
  box: "empty",
  lookedMs: 0,
};

function verdict(facts: Partial<SendingFacts>): string {
  return judgeSending({ ...BEGUN, ...facts }).type;
}

describe("judgeSending", () => {
  it("[QU5] a prompt that was never typed is sent, and one that was sent is not sent again", () => {
    expect(verdict({ sent: null })).toBe("untouched");
    expect(verdict({ sent: { outcome: "done", code: null } })).toBe("delivered");
    expect(verdict({ sent: { outcome: "failed", code: "E_TIMEOUT" } })).toBe("delivered");
    expect(verdict({ hasBegun: true, isLastPrompt: true })).toBe("delivered");
  });

  it("[QU5] a prompt that is still in the box is only sent off, when the agent rests", () => {
    expect(verdict({ box: "prompt" })).toBe("finish");
    expect(verdict({ box: "prompt", isAtRest: false, lookedMs: 90_000 })).toBe("wait");
    expect(verdict({ box: "prompt", sent: { outcome: "failed", code: "E_NOT_DELIVERED" } })).toBe("unsure");
  });

  it("[QU5] a prompt that has vanished is sent again only if the agent would have reported it", () => {
    expect(verdict({})).toBe("wait");
    expect(verdict({ lookedMs: 10_000 })).toBe("untouched");
    expect(verdict({ lookedMs: 10_000, isAtRest: false })).toBe("wait");
    expect(verdict({ lookedMs: 10_000, reportsPrompts: false })).toBe("unsure");
  });

  it("[QU5] what cannot be known is held for a person", () => {
    expect([verdict({ hasBegun: true }), verdict({ hasBegun: true, lookedMs: 10_000 })]).toEqual(["wait", "unsure"]);
    expect([verdict({ box: "other", lookedMs: 30_000 }), verdict({ box: null, lookedMs: 60_000 })]).toEqual([
      "wait",
      "unsure",
    ]);
  });

  it("[QU5] an agent may report a prompt shortened", () => {
    expect(isReportOf("Fix the", "Fix the tests\nand more")).toBe(true);
    expect(isReportOf("Fix the tests…", "Fix  the tests in src")).toBe(true);
    expect([isReportOf("", "Fix"), isReportOf("Other", "Fix")]).toEqual([false, false]);
  });
});
