import type { Line, Places } from "../../adapter/screen.ts";
import { dialogPlaces } from "../../adapter/screen-dialog.ts";
import { isBlank, isRule, lowestFrame, withoutBlankEnd } from "../../adapter/screen-rows.ts";

const PROMPT = /^ [>*!] /u;
const PLACEHOLDER = "Type your message or @path/to/file";
/** Blocks of a turn: what the program or the model says, and the frames and lines of tools. */
const HEAD = /^(?:[✦ℹ✕⚠╭]| {2}[✓✗⊷?ox-] {2}\S)/u;
/** Notices of the program: neither an answer nor an end. */
const NOTICE = /^ℹ (?!Request cancelled)|^⚠ /u;
/** An answer of which the top has scrolled away has at least this many characters. */
const MIN_CUT_ROWS = 4;

export function layout(all: readonly Line[]): Places | null {
  const rows = all.map((row) => (/^[▀▄\s]*$/u.test(row.text) ? { ...row, text: "" } : row));
  const box = inputBox(rows);
  if (box === null) {
    const frame = lowestFrame(rows);
    return frame && dialogPlaces(frame, "●");
  }
  const gap = rows.slice(0, box.from).findLastIndex(isBlank);
  const draft = rows.slice(box.prompt, box.prompt + 1).map(({ row, text }) => ({ row, text: text.slice(3).trim() }));
  return {
    status: rows.slice(gap + 1, box.from),
    footer: rows.slice(box.prompt + 1).filter((row) => !isBlank(row)),
    draft: draft.filter(({ text }) => text !== PLACEHOLDER),
    ...conversationPlaces(rows.slice(0, Math.max(0, gap))),
  };
}

/** The lowest rule across the screen with one prompt under it, and nothing of a conversation. */
function inputBox(rows: readonly Line[]): { from: number; prompt: number } | null {
  const from = rows.findLastIndex((row) => isRule(row) && row.text.startsWith("─"));
  if (from < 0) return null;
  const prompt = rows.findIndex(({ text }, index) => index > from && PROMPT.test(`${text} `));
  if (prompt < 0 || prompt - from > 4) return null;
  return rows.slice(from + 1).some(({ text }) => /^\S/u.test(text)) ? null : { from, prompt };
}

function conversationPlaces(rows: readonly Line[]): Places {
  const prompt = rows.findLastIndex(({ text }) => PROMPT.test(text));
  const banner = rows.filter(({ text }) => /^ *[▝▗]/u.test(text));
  // output of an earlier, ended program stays on the screen above
  if (banner.length > 0 && (banner.at(-1)?.row ?? 0) > prompt + 1) return { start: banner.slice(-1) };
  const turn = rows.slice(Math.max(0, prompt));
  const heads = turn.flatMap(({ text }, index) => (isHead(text, index) && !NOTICE.test(text) ? [index] : []));
  const [newest] = heads.slice(-1);
  // the mark of an answer that is higher than the screen is scrolled away
  const isCut = newest === undefined && prompt < 0 && turn.filter((row) => !isBlank(row)).length >= MIN_CUT_ROWS;
  return { turn, last: newest !== undefined ? withoutBlankEnd(turn.slice(newest)) : isCut ? turn : [] };
}

/** A frame whose top is scrolled away counts too. */
function isHead(text: string, index: number): boolean {
  return HEAD.test(text) || (index === 0 && text.startsWith("│"));
}
