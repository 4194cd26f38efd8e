import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bootId, processStart } from "./processes.ts";

/**
 * The clients of tmux that this daemon has started here, by pid and start. tmux (3.3) waits for ever for somebody to read
 * what it owes a client, even where it was told to end: those of a daemon that was killed must be ended by the next one.
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
      // a full disk costs the note, not the connection
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
      // it ended just now
    }
    forget(path);
  }
}

/** What cannot be removed now, on a disk that has failed, is another process's or nobody's at the next start. */
function forget(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // see above
  }
}

/** Another process of the same pid has another one. */
function nameOf(pid: number): string | null {
  const began = processStart(pid, 0);
  return began === null ? null : `${bootId()} ${began.start}`;
}
