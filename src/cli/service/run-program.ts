import { execFile } from "node:child_process";

export interface Ended {
  /** Null if the program does not exist or was killed. */
  code: number | null;
  out: string;
  err: string;
}

export type RunProgram = (program: string, args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Ended>;

const PATIENCE_MS = 60_000;

/** Runs a program to its end; a failure is a value. */
export const runProgram: RunProgram = (program, args, env = process.env) =>
  new Promise((resolve) => {
    execFile(program, [...args], { env, encoding: "utf8", timeout: PATIENCE_MS }, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : null;
      resolve({ code, out, err: err.trim() || (code === null ? (error?.message ?? "") : "") });
    });
  });
