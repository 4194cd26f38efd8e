import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../core/protocol/fault.ts";
import { formatSpoolEntry, type SpoolEntry } from "../core/signals/spool-entry.ts";
import { makePrivateDirectory } from "./private-directory.ts";

/** One file per event, whole or not at all: written aside, then renamed. */
export function dropIntoSpool(home: string, entry: SpoolEntry): void {
  const name = `${process.pid}.${process.ppid}.${process.hrtime.bigint()}`;
  try {
    for (const folder of ["tmp", "new"]) makePrivateDirectory(join(home, "spool", folder));
    const written = join(home, "spool", "tmp", name);
    writeFileSync(written, formatSpoolEntry(entry), { mode: 0o600 });
    renameSync(written, join(home, "spool", "new", name));
  } catch (cause) {
    const full = (cause as NodeJS.ErrnoException).code === "ENOSPC";
    throw new Fault(
      full ? "E_DISK_FULL" : "E_HOME_UNUSABLE",
      `cannot write into ${home}/spool: ${(cause as Error).message}`,
      { home },
      cause,
    );
  }
}
