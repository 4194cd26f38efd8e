import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bootId, processStart } from "../processes/processes.ts";

/**
 * Records the tmux clients that this daemon started on this machine, by pid and start time. tmux (3.3) waits for ever
 * until a client has read its output, even when told to exit, so the next daemon must end the clients of one that was
 * killed.
 */
export class LocalClients {
  private readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  note(child: ChildProcess): void {
    const { pid } = child;
    const name = pid === undefined ? null : nameOf(pid);
    if (pid === undefined || name === null) return;
    const path = join(this.dir, String(pid));
    try {
      writeFileSync(path, name);
    } catch {
      // a full disk costs the record, not the connection
      return;
    }
    child.once("exit", () => forget(path));
  }
}

export function endLeftClients(dir: string): void {
  for (const file of readdirSync(dir)) {
    const [path, pid] = [join(dir, file), Number(file)];
    try {
      if (readFileSync(path, "utf8") === nameOf(pid)) process.kill(pid, "SIGTERM");
    } catch {
      // it has just ended
    }
    forget(path);
  }
}

/** On a failed disk the file may stay. At the next start its pid belongs to another process or to none. */
function forget(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // see above
  }
}

/** Identifies the process: another one with the same pid has another start time. */
function nameOf(pid: number): string | null {
  const began = processStart(pid, 0);
  return began === null ? null : `${bootId()} ${began.start}`;
}
