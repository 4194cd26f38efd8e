import { describe, expect, it } from "vitest";
import { toolRequest } from "./tool-request.ts";

interface Call {
  tool: string;
  fields: string[];
  workdir?: unknown;
}
const BASH: Call = { tool: "bash", fields: ["command", "description"] };
const WRITE: Call = { tool: "write", fields: ["filePath", "content"] };

/** As our plugin brings it from 1.18.33. */
const asked = (permission: string, metadata: object, call?: Call, more: object = { directory: "/w" }) =>
  toolRequest(
    JSON.stringify({ type: "permission.asked", properties: { id: "p", permission, metadata }, call, ...more }),
  );

describe("what a permission of OpenCode is for", () => {
  it("[RL17] is a command, there where it is run, or a file", () => {
    expect(asked("bash", { command: "ls" }, BASH)).toEqual({ tool: "bash", cwd: "/w", command: "ls", paths: null });
    const elsewhere = { ...BASH, fields: ["command", "workdir", "timeout"], workdir: "/w/sub" };
    expect(asked("bash", { command: "ls" }, elsewhere)).toMatchObject({ cwd: "/w/sub", command: "ls" });
    const written = asked("edit", { filepath: "/w/a", diff: "x" }, WRITE);
    expect(written).toEqual({ tool: "write", cwd: "/w", command: null, paths: ["/w/a"] });
    const edit = { tool: "edit", fields: ["filePath", "oldString", "newString", "replaceAll"] };
    expect(asked("edit", { filepath: "/w/a" }, edit)).toMatchObject({ tool: "edit", paths: ["/w/a"] });
  });

  it("[RL17] is neither without its call, with a field that is not known, in a place that is not, or of another kind", () => {
    const command = { command: "ls" };
    for (const [request, tool] of [
      [asked("bash", command), "bash"],
      [asked("bash", command, { ...BASH, fields: [] }), "bash"],
      [asked("bash", command, { ...BASH, fields: ["command", "shell"] }), "bash"],
      [asked("bash", command, { ...BASH, workdir: "sub" }), "bash"],
      [asked("bash", command, { ...BASH, workdir: 3 }), "bash"],
      [asked("bash", command, BASH, {}), "bash"],
      [asked("bash", command, WRITE), "write"],
      // it asks for directories outside, and the command is told beside them
      [asked("external_directory", command, BASH), "bash"],
      [asked("edit", { filepath: "/w/a, /w/b" }, { tool: "apply_patch", fields: ["patchText"] }), "apply_patch"],
      [asked("read", { filepath: "/w/a" }, { tool: "constructor", fields: ["filePath"] }), "constructor"],
    ] as const)
      expect(request).toMatchObject({ tool, command: null, paths: null });
  });

  it("[RL17] is nothing that rules judge, if it is a question or no request", () => {
    expect([toolRequest('{"type":"question.asked"}'), toolRequest("x"), toolRequest("{}")]).toEqual([null, null, null]);
  });
});
