import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { constants } from "node:os";
import { Fault } from "../../core/protocol/fault.ts";
import type { Executor, Ran, RunOptions } from "./executor.ts";
import { tmuxEnvironment } from "./tmux-command.ts";

const PATIENCE_MS = 30_000;

/** Programs of this machine. */
export class LocalExecutor implements Executor {
  run(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
    return ranToItsEnd(this.start(argv), argv[0] ?? "", options);
  }

  start(argv: readonly string[]): ChildProcessWithoutNullStreams {
    const [program, ...args] = argv;
    if (program === undefined) throw new Fault("E_INTERNAL", "no program was named");
    return spawn(program, args, { env: tmuxEnvironment(), stdio: "pipe" });
  }
}

/** What a child said and how it ended. One that hangs is killed, and nobody waits for what it leaves behind. */
export function ranToItsEnd(
  child: ChildProcessWithoutNullStreams,
  name: string,
  { input = "", timeoutMs = PATIENCE_MS, signal }: RunOptions,
): Promise<Ran> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  // it may have ended without reading what it was given
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    const giveUp = (why: unknown) => {
      child.kill("SIGKILL");
      settle(() => reject(why));
    };
    const onAbort = () => giveUp(signal?.reason);
    const timer = setTimeout(() => {
      giveUp(new Fault("E_TARGET_UNREACHABLE", `${name} did not answer within ${timeoutMs / 1000} s`));
    }, timeoutMs);
    const settle = (how: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      how();
    };
    child.once("error", (error) => settle(() => reject(error)));
    child.once("close", (code, killedBy) => {
      const status = code ?? 128 + constants.signals[killedBy as NodeJS.Signals];
      settle(() =>
        resolve({ code: status, stdout: String(Buffer.concat(stdout)), stderr: String(Buffer.concat(stderr)) }),
      );
    });
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}
