import { describe, expect, it } from "vitest";
import { type Conversation, LONGEST_RESULT, LONGEST_WORDS, readPieces, type Said } from "./conversation.ts";

const archive = () => ({ folder: "/", patterns: ["*"] });
const says = (...said: Said[]): Conversation => ({ path: () => null, archive, read: () => said });
const LINE = JSON.stringify({ timestamp: "2026-11-15T15:09:38.394Z" });

describe("a line of a conversation", () => {
  it("[WK3] has no secrets in prompts, words, arguments and results", () => {
    const text = "use --token=hunter2hunter2 now";
    const pieces = readPieces(
      says(
        { kind: "prompt", id: "1", text },
        { kind: "words", id: "2", text },
        { kind: "call", id: "3", tool: "Bash", input: { command: text, nested: { password: "hunter2hunter2" } } },
        { kind: "result", id: "3", text },
        { kind: "note", id: "4", text },
      ),
      LINE,
    );
    expect(pieces).toHaveLength(5);
    expect(JSON.stringify(pieces)).not.toContain("hunter2");
    expect(pieces[2]).toMatchObject({ tool: "Bash", argument: "use --token=[redacted] now", at: 1794755378394 });
  });

  it("[WK3] is cut where it is too long, after secrets were removed, and says so", () => {
    const long = `${"x ".repeat(LONGEST_WORDS)}`;
    const [words, result, whole] = readPieces(
      says(
        { kind: "words", id: "1", text: long },
        { kind: "result", id: "2", text: `${"y".repeat(LONGEST_RESULT - 12)} token=hunter2hunter2hunter2` },
        { kind: "result", id: "3", text: "short" },
      ),
      LINE,
    );
    expect(words).toMatchObject({ is_cut: true });
    expect(JSON.stringify(words).length).toBeLessThan(LONGEST_WORDS + 200);
    expect(JSON.stringify(result)).not.toContain("hunter");
    expect(whole).toMatchObject({ text: "short", is_cut: false });
  });

  it("[WK1] that is no JSON gives nothing", () => {
    for (const line of ["", "{", "[]", "null", '"x"'])
      expect(readPieces(says({ kind: "words", id: "1", text: "x" }), line)).toEqual([]);
  });
});
