import { describe, expect, it } from "vitest";
import { SpawnRequest } from "../../../core/protocol/actions/spawn.ts";
import { Fault } from "../../../core/protocol/base/fault.ts";
import { BLANK, spawnCommand, spawnFaults, spawnGaps, spawnRequest } from "./spawn-values.ts";

const FILLED = { ...BLANK, agent: " claude ", workspace: "~/shop", worktree: "fix-login", args: "--model\nopus 4\n" };

describe("the spawn form", () => {
  it("[UI11] sends the API what is in its boxes, and nothing for empty ones", () => {
    const request = spawnRequest(FILLED);
    expect(request).toEqual({
      agent: "claude",
      target: "host",
      workspace: "~/shop",
      worktree: "fix-login",
      args: ["--model", "opus 4"],
    });
    expect(SpawnRequest.safeParse(request).success).toBe(true);
  });

  it("[UI11] has a box for every field of the request", () => {
    expect(Object.keys(BLANK).sort()).toEqual(Object.keys(SpawnRequest.shape).sort());
  });

  it("[UI11] says what is missing before it asks", () => {
    expect(Object.keys(spawnGaps(BLANK))).toEqual(["agent", "workspace"]);
    expect(spawnGaps({ ...FILLED, workspace: "shop" }).workspace).toContain("whole path");
    expect(spawnGaps(FILLED)).toEqual({});
  });

  it.each([
    ["E_AGENT_NOT_FOUND", "agent"],
    ["E_TARGET_UNREACHABLE", "target"],
    ["E_WORKSPACE", "workspace"],
    ["E_NOT_A_REPOSITORY", "workspace"],
    ["E_BRANCH_IN_USE", "worktree"],
    ["E_PATH_EXISTS", "worktree"],
  ] as const)("[UI11] shows %s at %s", (code, field) => {
    const { fields, rest } = spawnFaults(new Fault(code, "words"), FILLED);
    expect([Object.keys(fields), rest]).toEqual([[field], null]);
  });

  it("[UI11] shows a refusal of the prompt beside the prompt, and others at the form", () => {
    expect(spawnFaults(new Fault("E_INVALID_INPUT", "too long", { most: 9 }), FILLED).fields).toEqual({
      prompt: "too long",
    });
    const full = new Fault("E_DISK_FULL", "full");
    expect(spawnFaults(full, FILLED)).toEqual({ fields: {}, rest: full });
  });

  it("[UI53] says what to do here, and not which option of a command would help", () => {
    const said = (...fault: ConstructorParameters<typeof Fault>) => spawnFaults(new Fault(...fault), FILLED).fields;
    const taken = "branch fix is checked out in /x already: spawn there with --workspace";
    expect(said("E_BRANCH_IN_USE", taken).worktree).toBe(
      "branch fix is checked out in /x already. Take another branch, or that folder without a branch.",
    );
    const missing = "/x is not a directory there: make it first, or name another one with --workspace";
    expect(said("E_WORKSPACE", missing).workspace).toBe(
      "/x is not a directory there. Choose another folder, or make it first.",
    );
    expect(said("E_AGENT_NOT_FOUND", "…", { program: "nonesuch" }).agent).toContain("host has no command nonesuch");
    expect(said("E_INVALID_INPUT", '"a b" is not a name for a branch').worktree).toContain("a b");
    expect(said("E_TARGET_UNREACHABLE", "no route").target).toMatch(/^host cannot start agents now: no route\. /);
  });

  it("[UI18] is equal to a command that a shell takes", () => {
    expect(spawnCommand({ ...FILLED, target: "vm1", prompt: "Fix it, don't ask" })).toBe(
      "agtmux spawn --agent claude --target vm1 --workspace '~/shop' --worktree fix-login --prompt 'Fix it, don'\\''t ask' -- --model 'opus 4'",
    );
    expect(spawnCommand(BLANK)).toBe("agtmux spawn --agent AGENT --workspace PATH");
  });
});
