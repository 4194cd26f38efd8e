import { closeSync, constants, openSync, readdirSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Shows hooks that this daemon runs and can answer. Hooks that waited for another daemon are ended. */
export function openDesk(dir: string): void {
  const ready = join(dir, "ready");
  writeFileSync(`${ready}.new`, `${process.pid}\n`);
  renameSync(`${ready}.new`, ready);
  letGo(dir);
}

export function closeDesk(dir: string): void {
  rmSync(join(dir, "ready"), { force: true });
  letGo(dir);
}

function letGo(dir: string): void {
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
