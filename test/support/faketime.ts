import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "./daemon-life.ts";

const SHARED = "/dev/shm";

/** Path of libfaketime, for LD_PRELOAD. */
export function fakeTimeLibrary(): string {
  sweep();
  return execFileSync("faketime", ["-f", "+0", "sh", "-c", "echo $LD_PRELOAD"], { encoding: "utf8" }).trim();
}

/** Removes shared memory of dead processes: it is named by pid, and the next process with that pid would not start. */
function sweep(): void {
  for (const name of readdirSync(SHARED)) {
    const pid = /^(?:faketime_shm|sem\.faketime_sem)_(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(SHARED, name), { force: true });
  }
}
