import { describe, expect, it } from "vitest";
import { claude } from "../../core/agents/claude/adapter.ts";
import { codex } from "../../core/agents/codex/adapter.ts";
import { copilot } from "../../core/agents/copilot/adapter.ts";
import { begin, edgeOf, event, foldAll, look } from "../../core/engine/test-events.ts";
import { hearsWords } from "./hears-words.ts";

describe("whether an agent's own words are heard", () => {
  it("[SR33] they are once an event of a kind that carries them was heard", () => {
    expect(hearsWords(claude, foldAll([begin(1)]), false)).toBe(true);
    expect(hearsWords(codex, foldAll([edgeOf("notify", 1, { phase: "rest", state: "completed" })]), false)).toBe(true);
  });

  it("[SR33] they are not after what is only seen of it, after a note, or after hooks that carry no words", () => {
    expect(hearsWords(claude, foldAll([look("session_file", 1, "busy")]), false)).toBe(false);
    expect(hearsWords(claude, foldAll([event(1, "hook", { kind: "note", reason: "" })]), false)).toBe(false);
    expect(hearsWords(copilot, foldAll([begin(1)]), false)).toBe(false);
    expect(hearsWords(null, foldAll([begin(1)]), false)).toBe(false);
  });

  it("[SR33] they are from a file that holds them, whatever else is heard", () => {
    expect(hearsWords(copilot, foldAll([]), true)).toBe(true);
  });
});
