import type { ToldChanges } from "../protocol/lists/doing.ts";

/** Reads what the script of `src/remote/git-changes.sh` has printed; null if it tells nothing. */
export function readChanges(text: string): Pick<ToldChanges, "files" | "added" | "removed" | "untracked"> | null {
  const [, counts] = /^git-changes( .*)?$/m.exec(text) ?? [];
  const untracked = numberBefore(/^untracked +(\d+)$/m, text);
  if (untracked === null || counts === " -") return null;
  return {
    files: numberBefore(/(?<!\d)(\d+) files? changed/, counts) ?? 0,
    added: numberBefore(/(?<!\d)(\d+) insertions?\(\+\)/, counts) ?? 0,
    removed: numberBefore(/(?<!\d)(\d+) deletions?\(-\)/, counts) ?? 0,
    untracked,
  };
}

function numberBefore(pattern: RegExp, text = ""): number | null {
  const [, digits] = pattern.exec(text) ?? [];
  return digits === undefined ? null : Number(digits);
}
