import { describe, expect, it } from "vitest";
import { toolRequest } from "./tool-request.ts";

const asked = (tool_name: string, tool_input: object) =>
  toolRequest(JSON.stringify({ cwd: "/w", tool_name, tool_input }));

describe("what a permission request is for", () => {
  it("[RL17] is a command or a file", () => {
    expect(asked("Bash", { command: "ls", description: "x", timeout: 1, run_in_background: true })).toEqual({
      tool: "Bash",
      cwd: "/w",
      command: "ls",
      paths: null,
    });
    expect(asked("Edit", { file_path: "/w/a", old_string: "a", new_string: "b", replace_all: true })).toMatchObject({
      paths: ["/w/a"],
    });
    expect(asked("Write", { file_path: "/w/a", content: "b" })).toMatchObject({ paths: ["/w/a"], command: null });
  });

  it("[RL17] is neither where the input has a field that is not known, or of another kind", () => {
    for (const [tool, input] of [
      ["Bash", { command: "ls", dangerouslyDisableSandbox: true }],
      ["Bash", { command: ["ls"] }],
      ["Bash", { command: "ls", cwd: "/" }],
      ["Edit", { file_path: "/w/a", old_string: "a", new_string: "b", more: [] }],
      ["Edit", { file_path: 3 }],
      ["WebFetch", { url: "http://x", file_path: "/w/a" }],
      ["mcp__x__y", { command: "ls" }],
      ["constructor", { file_path: "/w/a" }],
    ] as const)
      expect([tool, asked(tool, input)]).toEqual([tool, { tool, cwd: "/w", command: null, paths: null }]);
  });

  it("[RL17] is nothing that rules judge, if it is a question, a plan or no request", () => {
    expect([asked("AskUserQuestion", {}), asked("ExitPlanMode", {}), toolRequest("x"), toolRequest("{}")]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
