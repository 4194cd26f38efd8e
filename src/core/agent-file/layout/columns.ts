import type { Line, Places } from "../../adapter/screen.ts";
import { isBlank, joined, withoutBlankEnd } from "../../adapter/screen-rows.ts";
import type { ScreenShape } from "../schema/screen-shape.ts";

/** A message of which the top has scrolled away has at least this many rows. */
const MIN_CUT_ROWS = 4;

/** Parts of a conversation in which each message, and each line of the program itself, begins in the first column. */
export function columnPlaces(all: readonly Line[], shape: ScreenShape): Places {
  const rows = withoutNotices(all, shape);
  const heads = headsIn(rows, shape);
  const newest = heads.at(-1);
  const start = rows.filter(({ text }) => shape.banner.test(text));
  const hasStatusLine = shape.says.status !== undefined;
  if (newest === undefined) return { start, ...(!hasStatusLine && { status: lastIfAlone(rows) }) };
  return hasStatusLine ? withStatusLine(rows, heads, newest, shape) : withoutStatusLine(rows, newest, shape);
}

/** The newest message may be a line that shows work, or that the turn is over. */
function withStatusLine(rows: readonly Line[], heads: readonly number[], newest: number, shape: ScreenShape): Places {
  const isStatus = shape.status.test(rows[newest]?.text ?? "");
  const end = isStatus ? newest : rows.length;
  const since = (index: number | undefined) => rows.slice(index ?? 0, end);
  const block = withoutBlankEnd(since(isStatus ? heads.at(-2) : newest));
  const isPrompt = (row: Line | undefined) => shape.given_prompt.test(row?.text ?? "");
  return {
    status: [
      ...(isStatus ? firstLine(rows.slice(newest), shape) : []),
      ...results(block, isStatus, isPrompt(block[0]), shape),
    ],
    // a few words whose beginning is scrolled away may be anything
    last: shape.message.test(block[0]?.text ?? "") || block.length >= MIN_CUT_ROWS ? block : [],
    turn: since(heads.findLast((index) => index < end && isPrompt(rows[index]))),
  };
}

/** The first line of the newest message shows work, and a line of its own at the end that the turn is over. */
function withoutStatusLine(rows: readonly Line[], newest: number, shape: ScreenShape): Places {
  const last = rows.slice(newest);
  const prompt = rows.findLastIndex(({ text }) => shape.given_prompt.test(text));
  return {
    status: [...firstLine(last, shape), ...lastIfAlone(rows)],
    last,
    turn: rows.slice(Math.max(0, prompt)),
  };
}

/** Lines below the newest message that are not messages are left out. */
function withoutNotices(all: readonly Line[], shape: ScreenShape): Line[] {
  const rows = withoutBlankEnd(all);
  if (shape.says.notice === undefined) return rows;
  const newest = headsIn(rows, shape).at(-1);
  const isNotice = newest !== undefined && shape.notice.test(rows[newest]?.text ?? "");
  return isNotice ? withoutNotices(rows.slice(0, newest), shape) : rows;
}

function headsIn(rows: readonly Line[], { message, says }: ScreenShape): number[] {
  return rows.flatMap(({ text }, index) =>
    message.test(text) && (!says.after_gap || (rows[index - 1]?.text ?? "") === "") ? [index] : [],
  );
}

/** The first line of a block, joined if the screen's edge broke it; details are below it. */
function firstLine(block: readonly Line[], { detail }: ScreenShape): Line[] {
  const stop = block.findIndex((row, index) => index > 0 && (isBlank(row) || detail.test(row.text)));
  return joined(block.slice(0, stop < 0 ? block.length : stop));
}

/** Lines that the program adds to a block: directly below its first line, or at its end. In an answer the same words are on their own. */
function results(block: readonly Line[], isOver: boolean, isPrompt: boolean, { result }: ScreenShape): Line[] {
  const isResult = (row: Line) => result.test(row.text);
  const end = block.slice(block.findLastIndex(isBlank) + 1);
  const over = end.slice(0, -1);
  // a turn that ends in a summary was stopped at a tool: the tool's own line is there too, or no answer has begun
  const isTool = over.some(isResult) || (over.length > 0 && isPrompt);
  const isAttached = isOver ? isTool : over.length > 0;
  return [...block.slice(1, 2), ...(isAttached ? end.slice(-1) : [])].filter(isResult);
}

function lastIfAlone(rows: readonly Line[]): Line[] {
  const [before, last] = rows.slice(-2);
  return before !== undefined && last !== undefined && isBlank(before) ? [last] : [];
}
