import type { ErrorCode } from "../../../core/protocol/error-codes.ts";
import type { Fault } from "../../../core/protocol/fault.ts";
import type { SpawnRequest } from "../../../core/protocol/spawn.ts";
import { shellWords } from "../../pane/actions/action-commands.ts";
import { type FieldFaults, fieldFaults } from "../parts/field-faults.ts";

export const SPAWN_FIELDS = ["agent", "target", "workspace", "worktree", "session", "prompt", "args"] as const;
export type SpawnField = (typeof SPAWN_FIELDS)[number];

/** As it stands in the boxes; of `args` each line is a word. */
export type SpawnValues = Record<SpawnField, string>;

export const BLANK: SpawnValues = {
  agent: "",
  target: "host",
  workspace: "",
  worktree: "",
  session: "",
  prompt: "",
  args: "",
};

const BY_CODE: Partial<Record<ErrorCode, SpawnField>> = {
  E_AGENT_NOT_FOUND: "agent",
  E_TARGET_NOT_FOUND: "target",
  E_TARGET_UNREACHABLE: "target",
  E_TARGET_UNUSABLE: "target",
  E_SSH_HOST_KEY: "target",
  E_SSH_LOGIN: "target",
  E_SSH_MISSING: "target",
  E_TMUX: "target",
  E_TMUX_MISSING: "target",
  E_TMUX_TOO_OLD: "target",
  E_WORKSPACE: "workspace",
  E_NOT_A_REPOSITORY: "workspace",
  E_BRANCH_IN_USE: "worktree",
  E_PATH_EXISTS: "worktree",
};

export function spawnRequest(values: SpawnValues): Partial<SpawnRequest> {
  const { agent, target, workspace, worktree, session, prompt } = values;
  return {
    agent: agent.trim(),
    target,
    workspace: workspace.trim(),
    ...(worktree.trim() !== "" && { worktree: worktree.trim() }),
    ...(session.trim() !== "" && { session: session.trim() }),
    ...(prompt.trim() !== "" && { prompt }),
    args: wordsOf(values),
  };
}

/** What need not be sent to be known as missing. */
export function spawnGaps({ agent, workspace }: SpawnValues): Partial<Record<SpawnField, string>> {
  return {
    ...(agent.trim() === "" && { agent: "Name an agent, a model or a command." }),
    ...(workspace.trim() === "" && { workspace: "Name the directory that the agent works in." }),
    ...(workspace.trim() !== "" &&
      !/^(\/|~(\/|$))/.test(workspace.trim()) && {
        workspace: "Give the whole path: it begins with / or with ~/.",
      }),
  };
}

export function spawnFaults(fault: Fault): FieldFaults<SpawnField> {
  // these name no field, and are about the prompt: it is too long, or the agent takes none by words
  const isPrompt = fault.code === "E_INVALID_INPUT" && ("most" in fault.details || "agent" in fault.details);
  if (isPrompt) return { fields: { prompt: fault.message }, rest: null };
  return fieldFaults(fault, SPAWN_FIELDS, BY_CODE);
}

export function spawnCommand(values: SpawnValues): string {
  const { agent, target, workspace, worktree, session, prompt } = values;
  const options: [string, string][] = [
    ["--agent", agent.trim() || "AGENT"],
    ["--target", target === "host" ? "" : target],
    ["--workspace", workspace.trim() || "PATH"],
    ["--worktree", worktree.trim()],
    ["--session", session.trim()],
    ["--prompt", prompt.trim()],
  ];
  const words = wordsOf(values);
  const given = options.filter(([, value]) => value !== "").flat();
  return shellWords(["agtmux", "spawn", ...given, ...(words.length === 0 ? [] : ["--", ...words])]);
}

function wordsOf({ args }: SpawnValues): string[] {
  return args.split("\n").filter((line) => line !== "");
}
