import type { Line, Places } from "../../adapter/screen.ts";
import { dialogPlaces } from "../../adapter/screen-dialog.ts";
import { isBlank, isRule, joined, withoutBlankEnd } from "../../adapter/screen-rows.ts";

/** Under the input box come a line or two, and the list of background agents. */
const MAX_FOOTER_ROWS = 14;
/** An answer of which the top has scrolled away has at least this many characters. */
const MIN_CUT_ROWS = 4;
/** The program's own lines begin in the first column; messages and command output are indented. */
const HEAD = /^[^\s╭│╰─╌▔▐▝▘▗※⚠]/u;
const STATUS = /^[·*✢✳✶✷✸✹✺✻✼✽] /u;
const MENU_ROW = /^ {2}(?:❯ | {2})\/\S+ {2,}\S/u;
const QUEUED = "Press up to edit queued messages";

export function layout(rows: readonly Line[]): Places | null {
  const box = inputBox(rows);
  if (box === null) return dialogPlaces(rows, "❯", (row) => isRule(row) && !row.text.includes("╌"));
  const above = withoutTip(rows.slice(0, box.from));
  const conversation = above.filter(({ text }) => !MENU_ROW.test(text));
  const isMenuOpen = conversation.length < above.length;
  const draft = rows.slice(box.from + 1, box.to).map(({ row, text }) => ({ row, text: text.replace(/^[❯!#] ?/u, "") }));
  return {
    footer: rows.slice(box.to + 1).filter((row) => !isBlank(row)),
    draft: isMenuOpen || draft[0]?.text === QUEUED ? [] : draft,
    ...conversationPlaces(conversation),
  };
}

/** The lowest two rules across the screen, with a prompt right under the upper one. */
function inputBox(rows: readonly Line[]): { from: number; to: number } | null {
  const isEdge = (row: Line) => isRule(row) && row.text.startsWith("─");
  const to = rows.findLastIndex(isEdge);
  const from = rows.slice(0, Math.max(0, to)).findLastIndex(isEdge);
  if (from < 0 || !/^[❯!#](?: |$)/u.test(rows[from + 1]?.text ?? "")) return null;
  return withoutBlankEnd(rows).length - to > MAX_FOOTER_ROWS ? null : { from, to };
}

/** The row right over the box is for passing tips. */
function withoutTip(rows: readonly Line[]): Line[] {
  return withoutBlankEnd(HEAD.test(rows.at(-1)?.text ?? "") ? rows : rows.slice(0, -1));
}

function conversationPlaces(rows: readonly Line[]): Places {
  const heads = rows.flatMap(({ text }, index) => (HEAD.test(text) ? [index] : []));
  const newest = heads.at(-1);
  if (newest === undefined) return { start: rows.filter(({ text }) => /Claude Code v\d/.test(text)) };
  const isStatus = STATUS.test(rows[newest]?.text ?? "");
  const end = isStatus ? newest : rows.length;
  const since = (index: number | undefined) => rows.slice(index ?? 0, end);
  const block = withoutBlankEnd(since(isStatus ? heads.at(-2) : newest));
  return {
    status: [...(isStatus ? statusAt(rows, newest) : []), ...results(block, isStatus)],
    // a few words whose beginning is scrolled away may be anything
    last: HEAD.test(block[0]?.text ?? "") || block.length >= MIN_CUT_ROWS ? block : [],
    turn: since(heads.findLast((index) => index < end && rows[index]?.text.startsWith("❯"))),
  };
}

/** The line may be wider than the screen; tips are shown below it. */
function statusAt(rows: readonly Line[], index: number): Line[] {
  const after = rows.slice(index + 1);
  const stop = after.findIndex((row) => isBlank(row) || /^ *⎿/u.test(row.text));
  return joined([...rows.slice(index, index + 1), ...after.slice(0, stop < 0 ? after.length : stop)]);
}

/** Lines that the program adds to a block: directly below its first line, or at its end. In an answer the same words are on their own. */
function results(block: readonly Line[], isOver: boolean): Line[] {
  const isHung = (row: Line) => /^ {2}⎿ {2}\S/u.test(row.text);
  const end = block.slice(block.findLastIndex(isBlank) + 1);
  const over = end.slice(0, -1);
  // a turn that ends in a summary was stopped at a tool: the tool's own line is there too, or no answer has begun
  const isTool = over.some(isHung) || (over.length > 0 && block[0]?.text.startsWith("❯"));
  const isAttached = isOver ? isTool : over.length > 0;
  return [...block.slice(1, 2), ...(isAttached ? end.slice(-1) : [])].filter(isHung);
}
