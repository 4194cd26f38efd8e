import { renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../core/protocol/base/fault.ts";
import { formatSpoolEntry, type SpoolEntry } from "../../core/spool/spool-entry.ts";
import { makePrivateDirectory } from "./private-directory.ts";

/** Writes one file per event, atomically: to `tmp`, then renamed into `new`. */
export function dropIntoSpool(home: string, entry: SpoolEntry): void {
  const name = `${process.pid}.${process.ppid}.${process.hrtime.bigint()}`;
  const written = join(home, "spool", "tmp", name);
  try {
    for (const folder of ["tmp", "new"]) makePrivateDirectory(join(home, "spool", folder));
    writeFileSync(written, formatSpoolEntry(entry), { mode: 0o600 });
    renameSync(written, join(home, "spool", "new", name));
  } catch (cause) {
    removeQuietly(written);
    const full = (cause as NodeJS.ErrnoException).code === "ENOSPC";
    throw new Fault(
      full ? "E_DISK_FULL" : "E_HOME_UNUSABLE",
      `cannot write into ${home}/spool: ${(cause as Error).message}`,
      { home },
      cause,
    );
  }
}

/** A full disk may leave a partial file. */
function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // it was never created
  }
}
