import { shellQuote } from "../provision/shell-words.ts";

/** More than this is cut: nobody reads it, and it has to go over ssh. */
export const MOST_DIFF_BYTES = 256 * 1024;
const MOST_UNTRACKED = 200;
/** Between the parts; git writes it only in a diff, which comes last. */
const SEPARATOR = "\x1e";

/** Exit codes of the script. */
export const DIFF_EXITS = { gone: 3, noGit: 4, noRepository: 5 } as const;

/**
 * An sh script that prints what is not committed in a directory: counts, untracked files and the diff. Neither locks
 * nor programs that the repository names are used, except its filters, without which git cannot compare.
 */
export function diffScript(directory: string): string {
  const git =
    "GIT_OPTIONAL_LOCKS=0 git -c core.fsmonitor=false -c core.hooksPath=/dev/null -c core.quotePath=true --no-pager";
  const diff = `${git} diff --no-ext-diff --no-textconv --no-color --submodule=short`;
  return `cd ${shellQuote(directory)} 2>/dev/null || exit ${DIFF_EXITS.gone}
command -v git >/dev/null 2>&1 || exit ${DIFF_EXITS.noGit}
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || exit ${DIFF_EXITS.noRepository}
if git rev-parse -q --verify HEAD >/dev/null 2>&1; then base=HEAD; else base=$(git hash-object -t tree /dev/null); fi
${diff} --numstat "$base"
printf '\\036'
${git} ls-files --others --exclude-standard --full-name -- :/ | head -n ${MOST_UNTRACKED}
printf '\\036'
${diff} "$base" | head -c ${MOST_DIFF_BYTES + 1}
exit 0`;
}

export interface ReadDiff {
  files: number;
  added: number;
  removed: number;
  untracked: string[];
  diff: string;
  is_cut: boolean;
}

/** Reads what the script has printed. */
export function readDiff(text: string): ReadDiff {
  const [counts = "", untracked = "", ...rest] = text.split(SEPARATOR);
  const diff = rest.join(SEPARATOR);
  const numbers = linesOf(counts).map((line) => line.split("\t").slice(0, 2).map(Number));
  const sum = (column: 0 | 1) => numbers.reduce((all, row) => all + (row[column] || 0), 0);
  const is_cut = diff.length > MOST_DIFF_BYTES;
  return {
    ...{ files: numbers.length, added: sum(0), removed: sum(1), untracked: linesOf(untracked) },
    diff: is_cut ? diff.slice(0, diff.lastIndexOf("\n", MOST_DIFF_BYTES) + 1) : diff,
    is_cut,
  };
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
