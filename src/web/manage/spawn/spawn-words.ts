import type { ErrorCode } from "../../../core/protocol/base/error-codes.ts";
import type { Fault } from "../../../core/protocol/base/fault.ts";
import type { SpawnValues } from "./spawn-values.ts";

type Say = (fault: Fault, values: SpawnValues) => string;

const atTarget: Say = ({ message }, { target }) =>
  `${target} cannot start agents now: ${message}. Choose another host, or see what Hosts says.`;

/** Advice in the page's words for a refusal whose message names options of a command. */
const WORDS: Partial<Record<ErrorCode, Say>> = {
  E_AGENT_NOT_FOUND: ({ details }, { agent, target }) =>
    `${target} has no command ${String(details.program ?? agent.trim())}. Install it there, or choose another agent.`,
  E_WORKSPACE: ({ message }) => `${fact(message)}. Choose another folder, or make it first.`,
  E_NOT_A_REPOSITORY: ({ message }) => `${fact(message)}. Choose a repository, or leave the branch empty.`,
  E_BRANCH_IN_USE: ({ message }) => `${fact(message)}. Take another branch, or that folder without a branch.`,
  E_PATH_EXISTS: ({ message }) => `${fact(message)}. Take another branch.`,
  E_TARGET_UNREACHABLE: atTarget,
  E_TARGET_UNUSABLE: atTarget,
  E_SSH_HOST_KEY: atTarget,
  E_SSH_LOGIN: atTarget,
  E_SSH_MISSING: atTarget,
  E_TMUX: atTarget,
  E_TMUX_MISSING: atTarget,
  E_TMUX_TOO_OLD: atTarget,
};

export function spawnWords(fault: Fault, values: SpawnValues): string {
  return WORDS[fault.code]?.(fault, values) ?? fault.message;
}

/** The message without its advice to name an option. */
function fact(message: string): string {
  return message.replace(/: [^:]* with --[a-z]+$/, "");
}
