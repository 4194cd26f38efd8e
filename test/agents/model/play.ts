/** The model's script for a task. */
export type Play =
  | { kind: "say"; text: string; afterMs: number; overMs: number }
  | { kind: "call"; use: ToolUse | UseAfter; then: Play | PlayAfter }
  /** Refuses so often, then goes on. */
  | { kind: "fail"; status: number; times: number; then: Play };

/** A tool as we speak of it; every agent has its own name and arguments for it. */
export type ToolUse =
  /** `aside`: it runs on in the background, and the turn goes on at once. */
  | { tool: "shell"; command: string; aside?: true }
  | { tool: "question"; question: string; options: readonly string[] }
  | { tool: "sub_agent"; prompt: string }
  /** Where a sub-agent runs aside: what starting it returned tells whom to wait for. */
  | { tool: "wait_for_sub_agent"; started: string };

/** A use that depends on what the call before it returned. */
export type UseAfter = (result: string) => ToolUse;

/** A play that depends on what the call before it returned. */
export type PlayAfter = (result: string) => Play;

export interface ToolCall {
  /** Where the agent keeps its tools in groups. */
  namespace?: string;
  name: string;
  args: object;
}

export type NameTool = (use: ToolUse) => ToolCall;

/** Words at once, or after a while, or bit by bit. */
export function say(text: string, { afterMs = 0, overMs = 0 } = {}): Play {
  return { kind: "say", text, afterMs, overMs };
}

export function call(use: ToolUse | UseAfter, then: Play | PlayAfter): Play {
  return { kind: "call", use, then };
}

export function shell(command: string): ToolUse {
  return { tool: "shell", command };
}

export function shellAside(command: string): ToolUse {
  return { tool: "shell", command, aside: true };
}

export function fail(status: number, times = Number.POSITIVE_INFINITY, then: Play = say("Recovered.")): Play {
  return { kind: "fail", status, times, then };
}
