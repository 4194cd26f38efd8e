import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { adapterOf } from "../agents/registry.ts";
import { approvalOf } from "./asked.ts";

const RUNS = resolve(import.meta.dirname, "../../../test/fixtures/agents/runs");

/** The questions in the agents' recorded events, each once. */
function asked(agent: string): unknown[] {
  const lines = readFileSync(join(RUNS, agent, "hooks.jsonl"), "utf8")
    .trim()
    .split("\n");
  const found = lines.flatMap((line) => {
    const { event, payload } = JSON.parse(line) as { event: string; payload: unknown };
    const readings = adapterOf(agent)?.normalize?.({ event, payload: JSON.stringify(payload) }) ?? [];
    return readings.flatMap(({ question }) => (question === undefined ? [] : [JSON.stringify(question)]));
  });
  return [...new Set(found)].map((text) => JSON.parse(text) as unknown);
}

const DATABASES = ["PostgreSQL", "SQLite", "MySQL"].map((label) => ({
  value: label,
  label,
  description: `Use ${label}`,
}));
const CHOICE = { kind: "choice", text: "Which database should the service use?", options: DATABASES, free: true };

describe("what events ask", () => {
  it("[SQ18] an approval is told with its command or the file and what becomes of it", () => {
    expect(asked("claude")).toContainEqual({
      kind: "approval",
      text: "Bash: rm -rf build/cache",
      detail: "rm -rf build/cache",
    });
    expect(asked("claude")).toContainEqual({
      kind: "approval",
      text: "Write: /home/dev/demo/settings.yaml",
      detail: "/home/dev/demo/settings.yaml\n@@ the whole file @@\n+port: 8080\n+log_level: info\n+workers: 2",
      is_diff: true,
    });
    expect(asked("codex")).toContainEqual({
      kind: "approval",
      text: "Bash: rm -rf build/cache",
      detail: "rm -rf build/cache",
    });
    expect(asked("gemini")).toContainEqual({
      kind: "approval",
      text: "Confirm Shell Command: rm -rf build/cache",
      detail: "rm -rf build/cache",
    });
    expect(asked("copilot")).toContainEqual({
      kind: "approval",
      text: "Run command: rm -rf build/cache",
      detail: "rm -rf build/cache",
    });
    expect(asked("opencode")).toContainEqual({
      kind: "approval",
      text: "bash: rm -rf build/cache",
      detail: "rm -rf build/cache",
    });
  });

  it("[UI28] an edit is told as a diff, the agent's own or made of what it replaces", () => {
    expect(
      approvalOf("Edit", { file_path: "/w/a.ts", old_string: "a\nport = 8080\n", new_string: "a\nport = 80\n" }),
    ).toEqual({
      kind: "approval",
      text: "Edit: /w/a.ts",
      detail: "/w/a.ts\n a\n-port = 8080\n+port = 80",
      is_diff: true,
    });
    const edits = [
      { old_string: "x", new_string: "y", replace_all: true },
      { old_string: "gone", new_string: "" },
    ];
    expect(approvalOf("MultiEdit", { file_path: "/w/a.ts", edits }).detail).toBe(
      "/w/a.ts\n@@ in every place @@\n-x\n+y\n@@\n-gone",
    );
    for (const agent of ["gemini", "opencode"])
      expect(asked(agent)).toContainEqual(
        expect.objectContaining({ detail: expect.stringContaining("\n@@ -0,0 +1,3 @@\n+port: 8080"), is_diff: true }),
      );
  });

  it("[UI28] an approval has the whole command with its options; one that is too long says how much is missing", () => {
    const command = `make ${"x".repeat(20_000)} && touch end`;
    expect(approvalOf("Bash", { command, dangerouslyDisableSandbox: true })).toMatchObject({
      text: expect.stringMatching(/ \(with dangerouslyDisableSandbox\)$/),
      detail: command,
    });
    expect(approvalOf("Bash", { command: "x".repeat(70_000) }).detail).toMatch(
      /\n\[4464 more characters are not shown here\] …$/,
    );
  });

  it.each(["claude", "codex", "gemini", "opencode"])("[SQ18] %s tells a question with its choices", (agent) => {
    expect(asked(agent)).toContainEqual(CHOICE);
  });

  it("[SQ18] several questions are separate parts, and a question that takes several answers says so", () => {
    const questions = [
      { question: "Which fruits?", multiSelect: true, options: [{ label: "Apple" }] },
      { question: "Which size?", options: [{ label: "Small" }] },
    ];
    const payload = JSON.stringify({ tool_name: "AskUserQuestion", tool_input: { questions } });
    const [reading] = adapterOf("claude")?.normalize?.({ event: "PermissionRequest", payload }) ?? [];
    expect(reading?.question).toEqual({
      kind: "choice",
      text: "Which fruits?",
      options: [{ value: "Apple", label: "Apple" }],
      multiple: true,
      part: { n: 1, of: 2 },
    });
  });
});
