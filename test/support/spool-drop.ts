import { mkdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatSpoolEntry, type SpoolEntry } from "../../src/core/spool/spool-entry.ts";

/** A sandbox, or a machine over ssh. */
type Spooling = { readonly home: string };

let dropped = 0;

/** Writes a spool entry as hooks do: into `tmp`, then renamed to `new`. Returns its name. */
export function dropBytes(box: Spooling, bytes: string | Buffer, writtenAt?: number, name = nextName()): string {
  for (const folder of ["tmp", "new"]) mkdirSync(join(box.home, "spool", folder), { recursive: true, mode: 0o700 });
  const aside = join(box.home, "spool", "tmp", name);
  writeFileSync(aside, bytes, { mode: 0o600 });
  if (writtenAt !== undefined) utimesSync(aside, writtenAt / 1000, writtenAt / 1000);
  renameSync(aside, join(box.home, "spool", "new", name));
  return name;
}

/** Drops a well-formed entry; fields not given are absent. */
export function drop(
  box: Spooling,
  entry: Pick<SpoolEntry, "agent" | "event"> & Partial<SpoolEntry>,
  writtenAt?: number,
  name = nextName(),
): string {
  const none = { pane: null, tmux: null, pid: null, start: null, session: null, payload: "" };
  return dropBytes(box, formatSpoolEntry({ ...none, ...entry }), writtenAt, name);
}

function nextName(): string {
  return `${process.pid}.${process.ppid}.${dropped++}`;
}
