import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../core/protocol/base/fault.ts";
import { makePrivateDirectory } from "../common/private-directory.ts";

/** A file name may have 255 bytes; the end of a path identifies it best. */
const LONGEST_NAME = 180;

/** Saves the text before a change, readable by its owner only; an identical backup is not saved twice. */
export function backUp(home: string, agent: string, path: string, text: string, now: Date): string {
  const folder = join(home, "backups", agent);
  const name = backupName(path);
  try {
    makePrivateDirectory(folder);
    const kept = readdirSync(folder).filter((each) => each.endsWith(`-${name}`));
    const same = kept.find((each) => readFileSync(join(folder, each), "utf8") === text);
    if (same !== undefined) return join(folder, same);
    const backup = join(folder, freeName(kept, backupTime(now), name));
    writeFileSync(backup, text, { mode: 0o600, flag: "wx" });
    return backup;
  } catch (cause) {
    const words = `cannot keep a backup in ${folder}, so nothing was changed: ${(cause as Error).message}`;
    throw new Fault("E_HOME_UNUSABLE", words, { home }, cause);
  }
}

/** Encodes the path of the backed-up file. */
export function backupName(path: string): string {
  return path.replaceAll("/", "%").slice(-LONGEST_NAME);
}

export function backupTime(now: Date): string {
  return now.toISOString().replaceAll(/[-:]/g, "");
}

/** Two versions of a file may be saved in the same millisecond. */
function freeName(taken: readonly string[], time: string, name: string): string {
  let number = 1;
  let free = `${time}-${name}`;
  while (taken.includes(free)) free = `${time}.${++number}-${name}`;
  return free;
}
