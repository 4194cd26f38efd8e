import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { SquadSignal } from "../../core/protocol/squad/squad.ts";
import type { SignalFileNames } from "../../core/signals/squad/file-names.ts";
import { fileFault } from "./file-fault.ts";

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
const OURS_ALONE = 0o600;

/**
 * Writes the same bytes to each file and appends them to each timeline. All paths are checked before anything is
 * written; writes, which need disk space, come before the renames, which do not.
 */
export function writeSignalFiles(directory: string, files: readonly SignalFileNames[], signal: SquadSignal): void {
  const text = `${JSON.stringify(signal)}\n`;
  const signals = files.map((each) => join(directory, each.signal));
  const timelines = files.map((each) => join(directory, each.timeline));
  for (const path of [...signals, ...timelines]) refuseOthers(path);
  const written: string[] = [];
  try {
    for (const path of signals) written.push(writeAside(directory, path, text));
    for (const path of timelines) appendLine(path, text);
    for (const [index, path] of signals.entries()) attempt(path, () => renameSync(written[index] as string, path));
  } finally {
    for (const path of written) rmSync(path, { force: true });
  }
}

/** Another user may have put a symlink or a file at our path. */
function refuseOthers(path: string): void {
  attempt(path, () => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found !== undefined) refuseUnlessOurs(found);
  });
}

function refuseUnlessOurs(found: Stats): void {
  if (found.isSymbolicLink()) throw new Error("is a symbolic link");
  if (!found.isFile()) throw new Error("is not a file");
  if (found.uid !== process.getuid?.()) throw new Error(`belongs to another user (uid ${found.uid})`);
}

function writeAside(directory: string, path: string, text: string): string {
  const aside = join(directory, `.squad-${process.pid}-${randomBytes(8).toString("hex")}`);
  return attempt(path, () => {
    const file = openSync(aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, OURS_ALONE);
    try {
      writeWhole(file, text);
    } catch (error) {
      rmSync(aside, { force: true });
      throw error;
    } finally {
      closeSync(file);
    }
    return aside;
  });
}

/** A single write, so that concurrent lines do not interleave. */
function appendLine(path: string, line: string): void {
  attempt(path, () => {
    // O_NONBLOCK: opening a pipe at this path must not block
    const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, OURS_ALONE);
    try {
      const found = fstatSync(file);
      refuseUnlessOurs(found);
      if (found.nlink !== 1) throw new Error("has another name besides");
      writeWhole(file, line);
    } finally {
      closeSync(file);
    }
  });
}

function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text);
  if (writeSync(file, bytes) !== bytes.length) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
}

function attempt<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw fileFault(path, cause);
  }
}
