import type { DiffReport } from "../../core/protocol/actions/changes.ts";
import { newFilesLeftOut } from "../../core/review/new-files-left-out.ts";
import { visibleText } from "../../core/text/visible-text.ts";
import { checkLine } from "./checks.ts";
import { count } from "./list-words.ts";
import { paint, plain } from "./words.ts";

const RED = "31";
const GREEN = "32";
const CYAN = "36";
const NOTHING: Record<DiffReport["since"], string> = {
  commit: "Nothing is uncommitted",
  turn: "Nothing has changed since the turn began",
  base: "Nothing has changed since the base",
};

/** The diff, then how much it is: the end is what a terminal shows. */
export function renderDiff(
  report: DiffReport,
  { isShort, colour, now }: { isShort: boolean; colour: boolean; now: number },
): string {
  const { untracked, diff, is_cut, checks } = report;
  const lines = isShort || diff === "" ? [] : diff.trimEnd().split("\n");
  return [
    ...lines.map((line) => paintLine(visibleText(line), colour)),
    ...(is_cut && !isShort ? ["… and more: it is cut here"] : []),
    ...(isShort
      ? untracked.map((name) => `new: ${plain(name)}`)
      : newFilesLeftOut(report).map(({ name, why }) => `new: ${visibleText(name)} (not shown: ${why})`)),
    changeWords(report),
    // an older daemon tells none
    ...(checks ?? []).filter(({ state }) => state !== "never").map((check) => checkLine(check, now)),
  ].join("\n");
}

function changeWords({ files, added, removed, untracked, directory, since }: DiffReport): string {
  if (files === 0 && untracked.length === 0) return `${NOTHING[since]} in ${plain(directory)}.`;
  const fresh = untracked.length === 0 ? "" : `, ${count(untracked.length, "new file")}`;
  return `${count(files, "file")} changed, +${added} −${removed}${fresh} in ${plain(directory)}`;
}

function paintLine(line: string, colour: boolean): string {
  if (/^\+(?!\+\+ )/.test(line)) return paint(line, GREEN, colour);
  if (/^-(?!-- )/.test(line)) return paint(line, RED, colour);
  return line.startsWith("@@") ? paint(line, CYAN, colour) : line;
}
