import { appendFileSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makePrivateDirectory } from "../common/private-directory.ts";

/** Records directories that were made for settings, so that no other is ever removed. */
export function noteMade(home: string, directories: readonly string[]): void {
  const lines = directories.filter((path) => !path.includes("\n")).map((path) => `${lineOf(path)}\n`);
  if (lines.length === 0) return;
  try {
    makePrivateDirectory(dirname(recordIn(home)));
    appendFileSync(recordIn(home), lines.join(""), { mode: 0o600 });
  } catch {
    // not on record: they stay
  }
}

/** Removes a directory and those above it, as far as they are on record and empty. */
export function removeMade(home: string, directory: string): void {
  const lines = linesIn(home);
  const gone: string[] = [];
  for (let path = directory, line = lineOf(path); lines.includes(line); path = dirname(path), line = lineOf(path)) {
    try {
      rmdirSync(path);
      gone.push(line);
    } catch {
      // not empty
      break;
    }
  }
  if (gone.length === 0) return;
  const left = lines.filter((line) => !gone.includes(line));
  writeFileSync(recordIn(home), left.map((line) => `${line}\n`).join(""), { mode: 0o600 });
}

/** The inode shows whether it is still the directory that we made. */
function lineOf(path: string): string {
  return `${statSync(path, { throwIfNoEntry: false })?.ino ?? ""} ${path}`;
}

function linesIn(home: string): string[] {
  try {
    return readFileSync(recordIn(home), "utf8")
      .split("\n")
      .filter((line) => line !== "");
  } catch {
    return [];
  }
}

/** Also read and written by settings.sh on other machines. */
function recordIn(home: string): string {
  return join(home, "backups", "made-directories");
}
