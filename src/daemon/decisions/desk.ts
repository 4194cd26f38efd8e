import {
  closeSync,
  constants,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { isAlive } from "../base/is-alive.ts";

/**
 * Tells agents that somebody can answer here while this process lives. Requests that waited for another daemon are put
 * into the spool again, those of agents that have ended are removed.
 */
export function openDesk(dir: string, spool: string): void {
  passDesk(dir, process.pid);
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const { name } = entry;
    const path = join(dir, name);
    if (!entry.isDirectory() && !/\.(?:req|answer)$/.test(name)) continue;
    if (!isAlive(Number.parseInt(name, 10))) rmSync(path, { recursive: true, force: true });
    else if (entry.isDirectory()) for (const each of readdirSync(path)) postAgain(join(path, each), spool);
    else if (name.endsWith(".req")) postAgain(path, spool);
    // an earlier version kept no request
    else if (!existsSync(path.replace(/answer$/, "req"))) endWaiting(path);
  }
}

function postAgain(path: string, spool: string): void {
  if (!path.endsWith(".req")) return;
  try {
    linkSync(path, join(spool, `again.${process.pid}.${basename(dirname(path))}.${basename(path)}`));
  } catch {
    // it is over by now, or the disk knows no links: keys answer it
  }
}

/** Requests that wait, and later ones, are answered by that process. */
export function passDesk(dir: string, pid: number): void {
  const ready = join(dir, "ready");
  writeFileSync(`${ready}.new`, `${pid}\n`);
  renameSync(`${ready}.new`, ready);
}

/** Lets go of the hooks that wait, unless the next daemon has the desk already. */
export function closeDesk(dir: string): void {
  const ready = join(dir, "ready");
  if (!existsSync(ready) || readFileSync(ready, "utf8").trim() !== String(process.pid)) return;
  rmSync(ready, { force: true });
  for (const name of readdirSync(dir)) if (name.endsWith(".answer")) endWaiting(join(dir, name));
}

function endWaiting(path: string): void {
  try {
    const fifo = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(fifo, "\n");
    closeSync(fifo);
  } catch {
    // no hook reads it any more
    rmSync(path, { force: true });
  }
}
