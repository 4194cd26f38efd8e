import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { proposeMessage } from "./commit-message.ts";

const proposed = (words: string | null, task: string | null = null) => proposeMessage({ words, task });

describe("the proposed message of a commit", () => {
  it("[WK41] is the first sentence of the last words, then the rest", () => {
    expect(proposed("Done.")).toBe("Done");
    expect(proposed("Fixed the parser. It took a while.\n\n- one\n- two")).toBe(
      "Fixed the parser\n\nIt took a while.\n\n- one\n- two",
    );
    expect(proposed("\n\n## **Summary:**\nI changed v1.2.3 of it.")).toBe("Summary\n\nI changed v1.2.3 of it.");
    expect(proposed("Wait...")).toBe("Wait...");
    expect(proposed(".")).toBe(".");
  });

  it("[WK41] is the task if the agent has said nothing, and never empty", () => {
    expect(proposed(null, "Fix it")).toBe("Fix it");
    expect(proposed(" \n ", "Fix it")).toBe("Fix it");
    expect(proposed(null)).toBe("Changes by an agent");
  });

  it("[WK41] of a squash lists the commits that it joins, and one commit keeps its message", () => {
    const squash = { subjects: ["One", "Two"], last_message: "Two\n\nWhy", files: [] };
    expect(proposeMessage({ words: "Both. Done.", task: null }, squash)).toBe("Both\n\nDone.\n\n* One\n* Two");
    const single = { ...squash, subjects: ["Two"] };
    expect(proposeMessage({ words: "Both.", task: null }, single)).toBe("Two\n\nWhy");
    expect(proposeMessage({ words: "Both.", task: null }, { ...single, files: [1] })).toBe("Both\n\n* Two");
  });

  it("[WK41] has a subject of 72 characters at most, and loses no words", () => {
    const long = "I have changed the way in which the parser reads numbers so that it no longer reads letters as well";
    expect(proposed(long)).toBe(`I have changed the way in which the parser reads numbers so that it no…\n\n${long}`);
    fc.assert(
      fc.property(fc.string(), (words) => {
        const [subject = ""] = proposed(words).split("\n");
        expect(subject.length).toBeLessThanOrEqual(72);
        expect(subject).not.toBe("");
      }),
    );
  });
});
