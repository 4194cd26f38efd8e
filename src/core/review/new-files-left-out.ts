import type { DiffReport } from "../protocol/actions/changes.ts";
import { parseDiff, unquoted } from "./parse-diff.ts";

interface LeftOut {
  name: string;
  why: string;
}

/** New files that git does not know and whose lines are not in the diff. */
export function newFilesLeftOut({
  untracked,
  diff,
  is_cut,
}: Pick<DiffReport, "untracked" | "diff" | "is_cut">): LeftOut[] {
  const shown = new Set(parseDiff(diff).map(({ name }) => name));
  return untracked
    .map(unquoted)
    .filter((name) => !shown.has(name))
    .map((name) => ({ name, why: whyNot(name, is_cut) }));
}

function whyNot(name: string, isCut: boolean): string {
  if (name.endsWith("/")) return "a repository inside this one";
  if (name === "-") return "git takes this name for its standard input";
  return isCut ? "after the cut, or too large" : "more than 256 KB, or a link to a folder";
}
