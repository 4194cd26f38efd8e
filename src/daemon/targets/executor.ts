import type { ChildProcessWithoutNullStreams } from "node:child_process";

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  input?: string;
  /** Many seconds: to catch a hang, not to hurry anybody. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Where a target's programs run: here, or over ssh. Words are arguments, never shell text made from input. */
export interface Executor {
  /** To its end, whatever its exit code; rejects when it could not be run at all. */
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>;
  /** A program that stays, with its streams. */
  start(argv: readonly string[]): ChildProcessWithoutNullStreams;
}
