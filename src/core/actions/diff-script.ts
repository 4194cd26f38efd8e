import { SAFE_GIT } from "../provision/safe-git.ts";
import { shellQuote } from "../provision/shell-words.ts";
import { byteLength } from "../text/byte-length.ts";

/** More than this is cut: nobody reads it, and it has to go over ssh. */
const MOST_DIFF_BYTES = 256 * 1024;
/** If one file was asked for. */
const MOST_FILE_BYTES = 1024 * 1024;
const MOST_UNTRACKED = 200;
/** Between the parts; git writes it only in a diff, which comes last. */
const SEPARATOR = "\x1e";

/** Exit codes of the script. */
export const DIFF_EXITS = { gone: 3, noGit: 4, noRepository: 5 } as const;

/** The form that we read, whatever the user's settings of git say. */
const READABLE =
  "-c diff.noprefix=false -c diff.mnemonicPrefix=false -c diff.relative=false -c diff.suppressBlankEmpty=false -c diff.renames=true";

const DIFF_OPTIONS = "--no-ext-diff --no-textconv --no-color --submodule=short";

/** Where a diff is cut, and the size from which on a new file is only named. */
export function mostBytes(only: readonly string[]): number {
  return only.length === 0 ? MOST_DIFF_BYTES : MOST_FILE_BYTES;
}

/** Sizes as find counts them. */
const BLOCK_BYTES = 512;

/** The files as quoted words for git; empty for all. */
export function pathspecs(only: readonly string[]): string {
  return only.map((name) => shellQuote(`:(top,literal)${name}`)).join(" ");
}

/**
 * An sh script that prints what is not committed in a directory: counts, untracked files and the diff, new files last.
 * Neither locks nor programs that the repository names are used, except its filters, without which git cannot compare.
 */
export function diffScript(directory: string, only: readonly string[] = []): string {
  const settings = `-c core.quotePath=true --no-pager ${READABLE}`;
  const git = `git $safe ${settings}`;
  const diff = `diff ${DIFF_OPTIONS}`;
  const most = mostBytes(only);
  const files = pathspecs(only);
  const untracked = `${git} ls-files --others --exclude-standard --full-name`;
  return `${SAFE_GIT}cd ${shellQuote(directory)} 2>/dev/null || exit ${DIFF_EXITS.gone}
command -v git >/dev/null 2>&1 || exit ${DIFF_EXITS.noGit}
git $safe rev-parse --is-inside-work-tree >/dev/null 2>&1 || exit ${DIFF_EXITS.noRepository}
top=$(git $safe rev-parse --show-toplevel && echo x) && top=\${top%?x} && cd "$top" || exit ${DIFF_EXITS.gone}
if git $safe rev-parse -q --verify HEAD >/dev/null 2>&1; then base=HEAD; else base=$(git $safe hash-object -t tree /dev/null); fi
${git} ${diff} --numstat "$base" -- ${files}
printf '\\036'
${untracked} -- ${files || ":/"} | head -n ${MOST_UNTRACKED}
printf '\\036'
{
${git} ${diff} --diff-filter=a "$base" -- ${files}
${git} -c core.bigFileThreshold=${most} ${diff} --diff-filter=A "$base" -- ${files}
# head counts lines, so newlines and ends of names are exchanged for it
${untracked} -z -- ${files || ":/"} | tr '\\000\\n' '\\n\\000' | head -n ${MOST_UNTRACKED} | tr '\\n\\000' '\\000\\n' |
xargs -0 sh -c ${shellQuote(showUntracked(settings, most))} sh
} | head -c ${most + 1}
exit 0`;
}

/**
 * Prints each of the files that are its arguments as an addition. Git is told of no repository, so that no attribute or
 * filter has a part in it; large files are not even read.
 */
function showUntracked(settings: string, most: number): string {
  const size = `-size -${Math.ceil(most / BLOCK_BYTES) + 1}`;
  return `for name; do
  [ "$name" != - ] && [ ! -d "$name" ] || continue
  [ -n "$(find "./$name" -prune \\( -type l -o -type f ${size} \\))" ] || continue
  GIT_DIR=/dev/null git ${settings} diff --no-index ${DIFF_OPTIONS} -- /dev/null "$name" </dev/null
  # ended because the diff is long enough
  [ $? -ne 141 ] || break
done`;
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
export function readDiff(text: string, most: number = MOST_DIFF_BYTES): ReadDiff {
  const [counts = "", untracked = "", ...rest] = text.split(SEPARATOR);
  const diff = rest.join(SEPARATOR);
  const numbers = linesOf(counts).map((line) => line.split("\t").slice(0, 2).map(Number));
  const sum = (column: 0 | 1) => numbers.reduce((all, row) => all + (row[column] || 0), 0);
  const is_cut = byteLength(diff) > most;
  return {
    ...{ files: numbers.length, added: sum(0), removed: sum(1), untracked: linesOf(untracked) },
    diff: is_cut ? diff.slice(0, diff.lastIndexOf("\n", most) + 1) : diff,
    is_cut,
  };
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
