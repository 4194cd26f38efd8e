import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { Question } from "../../core/protocol/actions/questions.ts";
import { askWords, headWords, knownBy, subjectWords } from "./ask-words.ts";

describe("askWords", () => {
  it("[UI1] the question's own text, else what the attention says, else the pane's message, else its label", () => {
    const pane = testPane({}, { ...asking(1), message: "waiting" });
    expect(askWords(pane, { text: "Run make?" } as Question)).toBe("Run make?");
    expect(askWords(pane, null)).toBe("?");
    const silent = { ...pane, attention: pane.attention && { ...pane.attention, message: "" } };
    expect(askWords(silent, null)).toBe("waiting");
    expect(askWords({ ...silent, message: "" }, null)).toBe("asks");
  });
});

describe("subjectWords", () => {
  it("[UI33] the beginning of what an approval is for, unless the question says it", () => {
    const subject = (words: Partial<Question>) => subjectWords(words as Question);
    expect(subject({ text: "Run this command?", detail: "rm -rf build\nmake" })).toBe("rm -rf build");
    expect(subject({ text: "Run rm -rf build?", detail: "rm -rf build" })).toBe("");
    expect(subject({ text: "Apply?", is_diff: true, detail: "--- a/src/x.ts\n-a\n+b" })).toBe("src/x.ts");
    expect([subject({ text: "Which?" }), subjectWords(null)]).toEqual(["", ""]);
  });
});

describe("headWords", () => {
  it("[UI28] what is shown whole below is not said a second time, but all that is only said there is", () => {
    const head = (words: Partial<Question>) => headWords(testPane({}, asking(1)), words as Question);
    expect(head({ text: "Bash: make all", detail: "make all" })).toBe("Bash");
    expect(head({ text: "Bash: make \\ all…", detail: "make \\\n  all\nmake more" })).toBe("Bash");
    expect(head({ text: "Bash: make (with dangerous)", detail: "make" })).toBe("Bash (with dangerous)");
    expect(head({ text: "Write: /w/a.txt", detail: "/w/a.txt\n+one", is_diff: true })).toBe("Write");
    expect(head({ text: "Bash: make all", detail: "make install" })).toBe("Bash: make all");
    expect([head({ text: "Run it?", detail: "make" }), head({ text: "Bash: make" })]).toEqual([
      "Run it?",
      "Bash: make",
    ]);
  });
});

describe("knownBy", () => {
  it("[UI1] names the source and how sure it is", () => {
    expect(knownBy(testPane({}, { source: "status_file", confidence: "medium" }))).toBe(
      "by status file · medium confidence",
    );
    expect(knownBy(testPane({}, { ...asking(1), source: null }))).toBe("by agent · high confidence");
    expect(knownBy(testPane({}, { source: null, confidence: "low" }))).toBe("nobody said so · low confidence");
  });
});
