import { describe, expect, it } from "vitest";
import { matchedWords, ruleCount, rulePlace, ruleSubject } from "./rule-words.ts";

describe("a rule in words", () => {
  it("[RL16] says what it is about, for whom, and how often it decided; hidden characters are written out", () => {
    expect(ruleSubject({ command: "npm test", tool: null, paths: null })).toBe("npm test");
    expect(ruleSubject({ command: null, tool: "Edit", paths: ["src/**", "*.md"] })).toBe("Edit src/** *.md");
    expect(ruleSubject({ command: "ls 'a\u202eb'", tool: null, paths: null })).toContain("⟨U+202E⟩");
    expect(rulePlace({ agent: "claude", target: "host", workspace: "/w" })).toBe("claude in /w on host");
    expect(rulePlace({ agent: null, target: null, workspace: null })).toBe("any agent in any directory on any target");
    expect([
      ruleCount({ used: 0, dry_run: false }),
      ruleCount({ used: 1, dry_run: false }),
      ruleCount({ used: 2, dry_run: true }),
    ]).toEqual(["not used yet", "decided once", "dry run, would have decided 2 times"]);
    expect([matchedWords(0), matchedWords(1)]).toEqual([
      "In the last 30 days it would have matched nothing else.",
      "In the last 30 days it would have matched 1 request:",
    ]);
  });
});
