import type { Line, Places } from "../../adapter/screen.ts";
import { dialogPlaces } from "../../adapter/screen-dialog.ts";
import { isBlank, isRule, lowestFrame, withoutBlankEnd } from "../../adapter/screen-rows.ts";

/** Messages begin in the second column, their further lines in the fourth. */
const HEAD = /^ [^\s│╭╰█▔[]/u;
const TABS = /^ \[?Current\]? {2,}Sessions\b/u;
const BANNER = /Copilot v\d[\d.]* uses AI\./u;
const PROMPT = /^ ❯ \S/u;
const MENU_ROW = /^┃ (?:❯| ) /u;
/** Notices of the program that belong to no turn. */
const NOTICE = /^ ● (?:Tip: |No copilot-instructions\.md found|MCP Servers reloaded|Started a fresh session\.)/u;
/** An answer of which the top has scrolled away has at least this many characters. */
const MIN_CUT_ROWS = 4;
/** Rows between a short conversation and the box. */
const MIN_ROOM = 3;

export function layout(all: readonly Line[]): Places | null {
  // the scroll bar
  const rows = all.map(({ row, text }) => ({ row, text: text.replace(/ *┃$/u, "") }));
  const box = inputBox(rows);
  if (box === null) return dialogLayout(rows);
  const above = rows.slice(0, box.from);
  const conversation = above.filter(({ text }) => !MENU_ROW.test(text));
  const isMenuOpen = conversation.length < above.length;
  const status = above.filter(({ text }) => /^[○◎◉●◐◑◒◓] \S/u.test(text)).slice(-1);
  const draft = rows.slice(box.from + 1, box.to).map(({ row, text }) => ({ row, text: text.replace(/^❯ ?/u, "") }));
  return {
    status,
    footer: rows.slice(box.to + 1).filter((row) => !isBlank(row)),
    draft: isMenuOpen ? [] : draft,
    ...conversationPlaces(withoutFolder(conversation, isMenuOpen)),
  };
}

/** Approvals are in a frame, questions between two rules. */
function dialogLayout(rows: readonly Line[]): Places | null {
  const frame = lowestFrame(rows);
  if (frame !== null) return dialogPlaces(frame, "❯");
  const open = withoutBlankEnd(rows);
  const last = open.at(-1);
  if (last === undefined || !isRule(last)) return null;
  const top = open.slice(0, -1).findLastIndex(isRule);
  return dialogPlaces(open.slice(top + 1, -1), "❯");
}

/** The lowest two rules with a prompt right under the upper one, and a line or two under the lower. */
function inputBox(rows: readonly Line[]): { from: number; to: number } | null {
  const isEdge = (row: Line) => isRule(row) && row.text.startsWith("─");
  const to = rows.findLastIndex(isEdge);
  const from = rows.slice(0, Math.max(0, to)).findLastIndex(isEdge);
  return from >= 0 && /^❯(?: |$)/u.test(rows[from + 1]?.text ?? "") ? { from, to } : null;
}

/** The row right over the box names the folder, unless a menu has taken its place. */
function withoutFolder(rows: readonly Line[], isMenuOpen: boolean): Line[] {
  return isMenuOpen ? [...rows] : rows.slice(0, -1);
}

function conversationPlaces(all: readonly Line[]): Places {
  const rows = all.filter(({ text }) => !TABS.test(text));
  const shown = withoutBlankEnd(rows);
  const prompt = shown.findLastIndex(({ text }) => PROMPT.test(text));
  const heads = shown.flatMap(({ text }, index) => (HEAD.test(text) && !NOTICE.test(text) ? [index] : []));
  const banner = shown.filter(({ text }) => BANNER.test(text) || NOTICE.test(text));
  if (prompt < 0 && heads.length === 0 && banner.length > 0) return { start: banner };
  // with room left on the screen no prompt has scrolled away, so this text answers no prompt
  if (prompt < 0 && rows.length - shown.length >= MIN_ROOM) return {};
  const turn = shown.slice(Math.max(0, prompt));
  const newest = heads.findLast((index) => index >= prompt);
  const isCut = newest === undefined && turn.filter((row) => !isBlank(row)).length < MIN_CUT_ROWS;
  return { turn, last: isCut ? [] : shown.slice(newest ?? 0) };
}
