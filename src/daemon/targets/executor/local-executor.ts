import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { constants } from "node:os";
import { Fault } from "../../../core/protocol/base/fault.ts";
import type { Executor, Ran, RunningProgram, RunOptions } from "./executor.ts";
import { tmuxEnvironment } from "./tmux-command.ts";

const PATIENCE_MS = 30_000;
/** More than any command of ours prints: endless output must not fill our memory. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Runs programs on this machine. */
export class LocalExecutor implements Executor {
  /** The same, in a process group of its own: when it is given up, what it has started ends with it. */
  runGroup(argv: readonly [string, ...string[]], options: RunOptions = {}): Promise<Ran> {
    const [program, ...args] = argv;
    const child = withStreams(spawn(program, args, { env: tmuxEnvironment(), stdio: "pipe", detached: true }));
    return ranToItsEnd(child, program, options, () => endGroup(child.pid));
  }

  run(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
    return ranToItsEnd(this.start(argv), argv[0] ?? "", options);
  }

  start(argv: readonly string[]): ChildProcessWithoutNullStreams {
    const [program, ...args] = argv;
    if (program === undefined) throw new Fault("E_INTERNAL", "no program was named");
    return withStreams(spawn(program, args, { env: tmuxEnvironment(), stdio: "pipe" }));
  }
}

/**
 * Without a free descriptor, spawn returns a child without streams and emits its error after the next tick, where it
 * would be uncaught.
 */
export function withStreams(child: ChildProcessWithoutNullStreams): ChildProcessWithoutNullStreams {
  child.on("error", () => undefined);
  if ((child.stdout as unknown) !== undefined) return child;
  throw new Fault("E_INTERNAL", "no descriptor is left to start a program: raise the limit (ulimit -n)");
}

function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    // it has ended meanwhile
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Collects the output and exit code. A child that hangs is ended; we do not wait for processes it leaves behind. */
export function ranToItsEnd(
  child: RunningProgram,
  name: string,
  { input = "", timeoutMs = PATIENCE_MS, signal }: RunOptions,
  end: () => unknown = () => child.kill("SIGKILL"),
): Promise<Ran> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  // it may exit without reading its input
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    const giveUp = (why: unknown) => {
      end();
      settle(() => reject(why));
    };
    const onAbort = () => giveUp(signal?.reason);
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const wait = () => {
      if (isOver) return;
      timer = setTimeout(() => {
        giveUp(new Fault("E_TARGET_UNREACHABLE", `${name} did not answer within ${timeoutMs / 1000} s`));
      }, timeoutMs);
    };
    // a program behind a shell: the shell's start has its own time limit
    if (child.begun === undefined) wait();
    else void child.begun.then(wait);
    const settle = (how: () => void) => {
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      how();
    };
    let heard = 0;
    const gather = (into: Buffer[]) => (chunk: Buffer) => {
      heard += chunk.length;
      if (heard <= MAX_BYTES) into.push(chunk);
      else giveUp(new Fault("E_TARGET_FLOOD", `${name} said more than ${MAX_BYTES} bytes`));
    };
    child.stdout.on("data", gather(stdout));
    child.stderr.on("data", gather(stderr));
    child.once("error", (error) => settle(() => reject(error)));
    child.once("close", (code: number | null, killedBy: NodeJS.Signals | null) => {
      const status = code ?? 128 + constants.signals[killedBy as NodeJS.Signals];
      settle(() =>
        resolve({ code: status, stdout: String(Buffer.concat(stdout)), stderr: String(Buffer.concat(stderr)) }),
      );
    });
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}
