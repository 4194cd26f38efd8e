import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "../../base/is-alive.ts";

/** A hook ends within minutes, and `agtmux run` with its program, which may take days. */
const LEFT_AFTER_MS = 7 * 86_400_000;

/**
 * Removes what hooks and `agtmux run` left unfinished in the spool when they were killed: a week old, and the process
 * that its name tells is gone. Returns how many. The watcher does the same on other machines.
 */
export function sweepSpool(folder: string, now: number): number {
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
