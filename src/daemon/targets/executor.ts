import type { EventEmitter } from "node:events";
import type { Readable, Writable } from "node:stream";

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

/** A program that runs, here or elsewhere: what a child process of this machine is, as far as we use it. */
export interface RunningProgram extends EventEmitter {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
  readonly killed: boolean;
  /** Where a shell is in between: resolves when the program itself runs, or never will. */
  readonly begun?: Promise<unknown>;
  kill(signal?: NodeJS.Signals): boolean;
}

/** Where a target's programs run: here, or over ssh. Words are arguments, never shell text made from input. */
export interface Executor {
  /** To its end, whatever its exit code; rejects when it could not be run at all. */
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>;
  /** A program that stays, with its streams. */
  start(argv: readonly string[]): RunningProgram;
}
