import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { adapterOf } from "./registry.ts";

const RUNS = resolve(import.meta.dirname, "../../../test/fixtures/agents/runs");

/** What the agents' recorded events ask, each once. */
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
      detail: "/home/dev/demo/settings.yaml\nport: 8080\nlog_level: info\nworkers: 2\n",
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

  it.each(["claude", "codex", "gemini", "opencode"])("[SQ18] %s tells a question with its choices", (agent) => {
    expect(asked(agent)).toContainEqual(CHOICE);
  });

  it("[SQ18] several questions are asked one by one, and several answers are told to be taken", () => {
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
