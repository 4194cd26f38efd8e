import type { ErrorCode } from "../protocol/base/error-codes.ts";

/** Tells a model what to do after an error; codes missing here explain themselves. */
const STEPS: Partial<Record<ErrorCode, string>> = {
  E_REF_NOT_FOUND: "Call list_agents, and use a ref from there.",
  E_REF_INVALID: "Call list_agents, and use a ref from there.",
  E_REF_AMBIGUOUS: "Use one of these refs.",
  E_NOT_ALLOWED: "Do not try another way: ask the person who started you, or go on without it.",
  E_AGENTS_STOPPED: "Do not try again: tell the person who started you.",
  E_AGENTS_LIMIT: "Do not try again now: go on with your own work, or tell the person who started you.",
  E_GUARD_STATE: "Call get_agent to see its state, and wait_for until it has settled.",
  E_GUARD_RUNTIME: "Call list_agents: another agent is in that pane now.",
  E_STALE_SNAPSHOT: "Call get_agent, then try again.",
  E_DRAFT: "A person is typing there: try again later.",
  E_TERMINAL_IN_USE: "Try again later.",
  E_PANE_MODE: "A person is reading there: try again later.",
  E_NOT_DELIVERED: "Call read_output to see what has arrived, before you send again.",
  E_NO_QUESTION: "It asks nothing now: call get_agent.",
  E_QUESTION_CHANGED: "Call get_agent to see what it asks now.",
  E_CHOICE_INVALID: "Call get_agent to see the choices.",
  E_RUNTIME_ENDED: "It has ended: read_conversation may still tell its last words.",
  E_NO_CONVERSATION: "Call read_output instead.",
  E_SEARCH: "Call read_conversation for a single agent instead.",
  E_WORKTREE_DIRTY: "Let it commit its work, or ask the person; then dispose again.",
  E_NOT_SPAWNED: "Only agents that were spawned can be disposed of.",
  E_AGENT_NOT_FOUND: "Name an agent that is installed here.",
  E_BRANCH_IN_USE: "Choose another branch name.",
  E_PATH_EXISTS: "Choose another branch name.",
  E_DAEMON_DOWN: "agtmux does not run: tell the person ('agtmux daemon start'), or go on without it.",
  E_TIMEOUT: "Call it again if you still need it.",
  E_INVALID_INPUT: "Correct the arguments, and call the tool again.",
};

/** The message of an error and what to do next, for a model to read. */
export function errorWords({ code, message }: { code: ErrorCode; message: string }): string {
  const step = STEPS[code];
  return [`${message.trim()} [${code}]`, ...(step === undefined ? [] : [step])].join("\n");
}
