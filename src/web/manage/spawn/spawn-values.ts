import type { SpawnRequest } from "../../../core/protocol/actions/spawn.ts";
import type { ErrorCode } from "../../../core/protocol/base/error-codes.ts";
import type { Fault } from "../../../core/protocol/base/fault.ts";
import { shellLine } from "../../../core/provision/shell-words.ts";
import { type FieldFaults, fieldFaults } from "../parts/field-faults.ts";
import { spawnWords } from "./spawn-words.ts";

export const SPAWN_FIELDS = ["agent", "target", "workspace", "worktree", "session", "prompt", "args"] as const;
export type SpawnField = (typeof SPAWN_FIELDS)[number];

/** The form's values; each line of `args` is one argument. */
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

export function spawnRequest(values: SpawnValues): SpawnRequest {
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

/** Errors that can be found without asking the daemon. */
export function spawnGaps({ agent, workspace }: SpawnValues): Partial<Record<SpawnField, string>> {
  return {
    ...(agent.trim() === "" && { agent: "Choose an agent, or name a command." }),
    ...(workspace.trim() === "" && { workspace: "Choose the folder that the agent works in." }),
    ...(workspace.trim() !== "" &&
      !/^(\/|~(\/|$))/.test(workspace.trim()) && {
        workspace: "Give the whole path: it begins with / or with ~/.",
      }),
  };
}

export function spawnFaults(fault: Fault, values: SpawnValues): FieldFaults<SpawnField> {
  // these name no field and concern the prompt: it is too long, or the agent takes none as an argument
  const isPrompt = fault.code === "E_INVALID_INPUT" && ("most" in fault.details || "agent" in fault.details);
  if (isPrompt) return { fields: { prompt: fault.message }, rest: null };
  if (/ is not a name for a branch$/.test(fault.message)) return { fields: { worktree: fault.message }, rest: null };
  const field = BY_CODE[fault.code];
  if (field !== undefined) return { fields: { [field]: spawnWords(fault, values) }, rest: null };
  return fieldFaults(fault, SPAWN_FIELDS, {});
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
  return shellLine(["agtmux", "spawn", ...given, ...(words.length === 0 ? [] : ["--", ...words])]);
}

function wordsOf({ args }: SpawnValues): string[] {
  return args.split("\n").filter((line) => line !== "");
}
