import { describe, expect, it } from "vitest";
import { Fault } from "../../core/protocol/base/fault.ts";
import { phaseWords, progressWords, refusalWords } from "./action-words.ts";

describe("words about an action", () => {
  it("[UI10] a refusal names the guard; an error is not shown as one", () => {
    const refused = (fault: Fault) => refusalWords({ phase: "refused", what: "Approve", fault });
    expect(refused(new Fault("E_GUARD_STATE", ""))).toBe("Approve was refused by the state guard: ");
    expect(refused(new Fault("E_DRAFT", ""))).toBe("Approve was refused by the draft guard: ");
    expect(refused(new Fault("E_INTERNAL", ""))).toBe("Approve failed: ");
  });

  it("[UI37] an answer and how far it came, in one line", () => {
    const phases = [{ phase: "typed", at: 1, evidence: "screen" } as const];
    expect(progressWords({ phase: "sending", what: "Approve" })).toBe("Approve: sending…");
    expect(progressWords({ phase: "told", what: "Approve", phases: [] })).toBe("Approve: sent");
    expect(progressWords({ phase: "told", what: "Reply", words: "Postgres", phases })).toBe("Reply “Postgres”: sent");
    const fault = new Fault("E_DRAFT", "");
    expect(progressWords({ phase: "refused", what: "Reply", words: "x", fault })).toBe("Reply was refused");
  });

  it("[UI10] the phases are told in order, each with its evidence", () => {
    const phases = [
      { phase: "typed", at: 1, evidence: "screen" },
      { phase: "submitted", at: 2, evidence: "tmux" },
      { phase: "accepted", at: 3, evidence: "hook UserPromptSubmit" },
    ] as const;
    expect(phaseWords(phases)).toEqual([
      { word: "sent", evidence: "screen" },
      { word: "submitted", evidence: "tmux" },
      { word: "accepted", evidence: "hook UserPromptSubmit" },
    ]);
  });
});
