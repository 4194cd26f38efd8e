import { describe, expect, it } from "vitest";
import { claude } from "../../core/agents/claude/adapter.ts";
import { type ClaudeNow, claudeScreen } from "./claude-screen.ts";

const ASK = {
  header: "Storage",
  question: "Where to?",
  options: [
    { label: "Redis", description: "Fast" },
    { label: "Postgres", description: "There already" },
  ],
};
const DONE = ["❯ Write a guide", "", "● It is in docs/guide.md.", "", "✻ Worked for 5s"];

function lines(now: ClaudeNow, said: readonly string[] = ["❯ Write a guide", ""]): string[] {
  const drawn = claudeScreen({ cwd: "/work/shop", said, now }, 100);
  return [...drawn, ...Array.from({ length: 36 - drawn.length }, () => "")];
}

function stateOf(now: ClaudeNow, said?: readonly string[]): string {
  const found = claude.readScreen?.({ lines: lines(now, said), command: "claude" });
  if (found?.type !== "read" || found.reading.evidence.kind !== "level") return "unread";
  return found.reading.evidence.state ?? found.reading.evidence.phase;
}

describe("claudeScreen", () => {
  it("[UI20] the demo's screens are read like those of the real agents", () => {
    const approving = { phase: "approving", title: "Migrate", command: "npm run migrate", amended: null } as const;
    expect(stateOf({ ...approving, chosen: 0 })).toBe("waiting_approval");
    expect(stateOf({ ...approving, chosen: 2 })).toBe("waiting_approval");
    expect(stateOf({ phase: "asking", ask: ASK, chosen: 0, own: "" })).toBe("waiting_input");
    expect(stateOf({ phase: "working", status: "✳ Reading the log… (3s · ↓ 20 tokens)", draft: "" })).toBe("busy");
    expect(stateOf({ phase: "resting", draft: "" }, DONE)).toBe("completed");
    expect(stateOf({ phase: "resting", draft: "" }, [])).toBe("idle");
  });

  it("[UI20] its dialogs can be answered as the real one's", () => {
    const approval: ClaudeNow = {
      phase: "approving",
      title: "Migrate",
      command: "npm run x",
      chosen: 0,
      amended: null,
    };
    expect(claude.readDialog?.({ lines: lines(approval) })).toMatchObject({
      kind: "approval",
      text: "Do you want to proceed?",
      options: [
        { means: "yes", pick: ["1"] },
        { means: "always", pick: ["2"] },
        { means: "no", pick: ["3"] },
      ],
    });
    expect(claude.readDialog?.({ lines: lines({ phase: "asking", ask: ASK, chosen: 0, own: "" }) })).toMatchObject({
      kind: "choice",
      text: "Where to?",
      options: [{ label: "Redis", pick: ["1"] }, { label: "Postgres", pick: ["2"] }, { words: { keys: ["3"] } }, {}],
    });
  });
});
