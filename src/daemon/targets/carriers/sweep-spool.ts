import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A hook ends within minutes, and `agtmux run` with its program, which may take days. */
const LEFT_AFTER_MS = 7 * 86_400_000;

/**
 * Removes what hooks and `agtmux run` left unfinished in the spool when they were killed: a week old, and the process
 * that its name tells is gone. Returns how many. The watcher does the same on other machines.
 */
export function sweepSpool(folder: string, now: number, isAlive: (pid: number) => boolean = isRunning): number {
  const left = readdirSync(folder).filter((name) => {
    const pid = writerOf(name);
    const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return pid !== null && stat !== undefined && now - stat.mtimeMs > LEFT_AFTER_MS && stat.isFile() && !isAlive(pid);
  });
  for (const name of left) rmSync(join(folder, name), { force: true });
  return left.length;
}

/** `PID.PARENT.NUMBER`, or `run.SERVER.PANE.PID.START`; null for files that are not ours. */
function writerOf(name: string): number | null {
  const [, pid] = /^(?:run\.\d+\.\d+\.)?(\d+)\./.exec(name) ?? [];
  return pid === undefined ? null : Number(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // it may be another user's
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
