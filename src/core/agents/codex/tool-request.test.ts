import { describe, expect, it } from "vitest";
import { COMMAND, FILES, toolRequest } from "./tool-request.ts";

/** As 0.166.0 sends it. */
const PARAMS = {
  ...{ threadId: "t", turnId: "t1", itemId: "call_1", startedAtMs: 1, kind: "command", reason: "Scripted command" },
  ...{ environmentId: "local", cwd: "/w", command: "/bin/bash -lc 'make all'", commandActions: [{ command: "x" }] },
  ...{ proposedExecpolicyAmendment: ["make"], availableDecisions: ["accept", "cancel"], networkApprovalContext: null },
};
const asked = (params: object, method = COMMAND) => toolRequest(JSON.stringify({ method, id: 0, params }));
const commandOf = (command: string) => asked({ ...PARAMS, command })?.command;

describe("what an approval of Codex is for", () => {
  it("[RL17] is the text that its shell is given", () => {
    expect(asked(PARAMS)).toEqual({ tool: "Bash", cwd: "/w", command: "make all", paths: null });
    expect(commandOf("/bin/zsh -lc ls")).toBe("ls");
    expect(commandOf("/usr/bin/bash -c \"touch a && echo 'a b'\"")).toBe("touch a && echo 'a b'");
  });

  it("[RL17] is no command where another program is called, or the call is more than a shell and its text", () => {
    for (const command of [
      "make all",
      "/tmp/bash -lc ls",
      "bash -lc ls",
      "/bin/bash -ic ls",
      "/bin/bash -lc ls x",
      "/bin/bash -l -c ls",
      "A=b /bin/bash -lc ls",
      "/bin/bash -lc ls; id",
      "/bin/bash -lc ls >/dev/null",
      "/bin/bash -lc 'a'\"'\"'b'",
      "/bin/bash -lc",
      "",
    ])
      expect([command, commandOf(command)]).toEqual([command, null]);
  });

  it("[RL17] is no command with a field that may change what is run or where, or without a place", () => {
    const { cwd: _, ...nowhere } = PARAMS;
    for (const params of [
      { ...PARAMS, kind: "writeStdin" },
      { ...PARAMS, environmentId: "cloud-1" },
      { ...PARAMS, additionalPermissions: { network: true } },
      { ...PARAMS, networkApprovalContext: { host: "x" } },
      { ...PARAMS, approvalId: "a" },
      { ...PARAMS, somethingNew: true },
      { ...PARAMS, command: ["ls"] },
      nowhere,
    ])
      expect(asked(params)).toMatchObject({ tool: "Bash", command: null, paths: null });
  });

  it("[RL17] a change of files does not name them; a question is nothing that rules judge", () => {
    expect(asked({ reason: null, grantRoot: null }, FILES)).toEqual({
      ...{ tool: "apply_patch", cwd: "", command: null, paths: null },
    });
    expect([asked({}, "item/tool/requestUserInput"), toolRequest("x")]).toEqual([null, null]);
  });
});
