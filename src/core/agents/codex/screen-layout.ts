import type { Line, Places } from "../../adapter/screen.ts";
import { dialogPlaces } from "../../adapter/screen-dialog.ts";
import { isBlank, joined, withoutBlankEnd } from "../../adapter/screen-rows.ts";

/** The program's own words, and the first line of every message, begin in the first column. */
const HEAD = /^[^\s╭│╰]/u;
const PROMPT = /^› /u;
/** The lines under the input box: the model and the folder, and the keys. */
const FOOTER = /^ {2}\S.* · [~/]|^ {2}\? for shortcuts\b|\bcontext left\b|^ {2}tab to queue message\b/;
const OPEN_ELSEWHERE = /^ {0,2}(?:🔒\s+)?(This conversation is open in another app)\b/u;
/** With more rows than this below it, it is part of older output. */
const MAX_UNDER_NOTICE = 4;
const MENU_ROW = /^[› ] \/\S+ {2,}\S/u;
/** Lines below the newest message that are not messages. */
const NOTICE =
  /^• (?:Model changed to|Permissions updated to|Queued follow-up|Messages to be submitted) |^⚠ |^Token usage: total=|^─+$/u;

export function layout(all: readonly Line[]): Places | null {
  const rows = withoutBlankEnd(all);
  const box = inputBox(rows);
  if (box === null) return openElsewhere(rows) ?? dialogPlaces(rows, "›", (row) => HEAD.test(row.text));
  const conversation = rows.slice(0, box).filter(({ text }) => !MENU_ROW.test(text));
  const draft = rows.slice(box, box + 1).map(({ row, text }) => ({ row, text: text.replace(/^› ?/u, "") }));
  return {
    footer: rows.slice(box + 1).filter((row) => !isBlank(row)),
    draft: draft.filter(({ text }) => text !== "Ask Codex to do anything"),
    ...conversationPlaces(conversation),
  };
}

/** A dialog in place of the input box that offers keys, in its last row, instead of choices. */
export function openElsewhere(rows: readonly Line[]): Places | null {
  const head = rows.findLastIndex(({ text }) => OPEN_ELSEWHERE.test(text));
  const under = rows.slice(head + 1).filter((row) => !isBlank(row));
  if (head < 0 || under.length > MAX_UNDER_NOTICE) return null;
  return {
    question: rows.slice(head, head + 1).map(({ row, text }) => ({ row, text: OPEN_ELSEWHERE.exec(text)?.[1] ?? "" })),
    dialog: joined(under.slice(0, -1)),
    hint: under.slice(-1),
  };
}

/** The lowest prompt, if the lines that belong below the input box are there. */
function inputBox(rows: readonly Line[]): number | null {
  const index = rows.findLastIndex(({ text }) => PROMPT.test(text) || text === "›");
  const under = rows.slice(index + 1);
  return index >= 0 && under.some(({ text }) => FOOTER.test(text)) && !under.some(({ text }) => HEAD.test(text))
    ? index
    : null;
}

function conversationPlaces(all: readonly Line[]): Places {
  const rows = withoutNotices(all);
  const newest = newestHead(rows);
  const start = rows.filter(({ text }) => /^(?: {2}|│ )>_ OpenAI Codex \(v\d/u.test(text));
  if (newest < 0) return { start, status: summaryOf(rows) };
  const last = rows.slice(newest);
  return {
    status: [...joined(headRows(last)), ...summaryOf(rows)],
    last,
    turn: rows.slice(
      Math.max(
        0,
        rows.findLastIndex(({ text }) => PROMPT.test(text)),
      ),
    ),
  };
}

function withoutNotices(all: readonly Line[]): Line[] {
  const rows = withoutBlankEnd(all);
  const newest = newestHead(rows);
  return NOTICE.test(rows[newest]?.text ?? "") ? withoutNotices(rows.slice(0, newest)) : rows;
}

/** The program's own long lines also continue in the first column: only a gap ends them. */
function newestHead(rows: readonly Line[]): number {
  return rows.findLastIndex(({ text }, index) => HEAD.test(text) && (rows[index - 1]?.text ?? "") === "");
}

/** A message's first line, joined if the screen's edge broke it; details are below it. */
function headRows(block: readonly Line[]): Line[] {
  const stop = block.findIndex((row) => isBlank(row) || /^ *└/u.test(row.text));
  return block.slice(0, stop < 0 ? block.length : stop);
}

/** The last line of the screen, if it is alone. */
function summaryOf(rows: readonly Line[]): Line[] {
  const [before, last] = rows.slice(-2);
  return before !== undefined && last !== undefined && isBlank(before) ? [last] : [];
}
