import type { EventEmitter } from "node:events";
import type { Readable, Writable } from "node:stream";

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  input?: string;
  /** Meant to catch a hang, so many seconds. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** A running program, local or remote: the part of Node's child process that we use. */
export interface RunningProgram extends EventEmitter {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
  readonly killed: boolean;
  /** Set where a shell starts the program: resolves when the program runs, or never will. */
  readonly begun?: Promise<unknown>;
  kill(signal?: NodeJS.Signals): boolean;
}

/** Runs a target's programs, here or over ssh. Arguments are passed as words, never as shell text made from input. */
export interface Executor {
  /** Runs to the end and resolves with any exit code; rejects when the program could not be run at all. */
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Starts a long-running program and returns its streams. */
  start(argv: readonly string[]): RunningProgram;
}
