import type { Line, Places } from "../../adapter/screen.ts";
import { isBlank, joined, paragraphs, withoutBlankEnd } from "../../adapter/screen-rows.ts";
import type { ScreenShape } from "../schema/screen-shape.ts";

/** Parts of a screen whose boxes have a bar at the left: the input box, dialogs, prompts, errors and tools. */
export function barPlaces(all: readonly Line[], shape: ScreenShape): Places | null {
  const rows = withoutBlankEnd(withoutSidebars(all, shape));
  const box = barBox(rows, shape);
  if (box === null) return dialogPlaces(rows, shape);
  const inside = withoutBar(rows.slice(box.from, box.edge), shape).filter((row) => !isBlank(row));
  const above = rows.slice(0, box.from).filter(({ text }) => !shape.menu.test(text));
  const draft = inside.slice(0, -1).filter(({ text }) => !shape.placeholder.test(text));
  const hasByline = above.some(({ text }) => shape.byline.test(text));
  return {
    footer: rows.slice(box.edge + 1).filter((row) => !isBlank(row)),
    draft,
    start: hasByline ? [] : inside.length > draft.length + 1 ? inside.slice(0, 1) : withoutBlankEnd(all).slice(-1),
    ...(above.length < box.from ? {} : conversationPlaces(above, shape)),
  };
}

export function hasBarBox(all: readonly Line[], shape: ScreenShape): boolean {
  return barBox(withoutBlankEnd(withoutSidebars(all, shape)), shape) !== null;
}

/** The input box: bars over its lower edge, with none below. */
function barBox(rows: readonly Line[], shape: ScreenShape): { from: number; edge: number } | null {
  const edge = rows.findLastIndex(({ text }) => shape.edge.test(text));
  if (edge < 0 || rows.slice(edge + 1).some(({ text }) => hasBar(text, shape))) return null;
  return { from: firstBar(rows, edge - 1, shape), edge };
}

/** Where the rows with a bar at the left begin that end here. */
function firstBar(rows: readonly Line[], end: number, shape: ScreenShape): number {
  const isOther = ({ text }: Line) => !hasBar(text, shape) || shape.menu.test(text);
  return rows.slice(0, end + 1).findLastIndex(isOther) + 1;
}

function hasBar(text: string, { says }: ScreenShape): boolean {
  return says.bar !== undefined && text.trimStart().startsWith(says.bar);
}

function withoutBar(rows: readonly Line[], shape: ScreenShape): Line[] {
  return rows.map(({ row, text }) => withoutSidebar({ row, text: afterBar(text, shape) }));
}

export function afterBar(text: string, shape: ScreenShape): string {
  return hasBar(text, shape) ? text.trimStart().slice(1) : text;
}

/** A dialog takes the place of the input box: a run of bars down to the last row. */
export function barDialogRows(rows: readonly Line[], shape: ScreenShape): Line[] {
  const from = firstBar(rows, rows.length - 1, shape);
  return rows.slice(from).map(({ row, text }) => ({ row, text: afterBar(text, shape) }));
}

function dialogPlaces(rows: readonly Line[], shape: ScreenShape): Places | null {
  const bars = barDialogRows(rows, shape).map(({ row, text }) => ({ row, text: text.trimStart() }));
  if (bars.length === 0) return null;
  const dialog = paragraphs(bars);
  return { dialog: dialog.flat(), question: joined(dialog[0] ?? []), hint: dialog.slice(-2).flat() };
}

/** How the newest turn ends: its byline, the block over that, and the block over that one. */
function conversationPlaces(rows: readonly Line[], shape: ScreenShape): Places {
  const blocks = paragraphs(rows).flatMap((block) => splitBars(block, shape));
  const byline = blocks.at(-1)?.[0];
  if (byline === undefined || !shape.byline.test(byline.text)) return {};
  const [last = [], before = []] = [blocks.at(-2), blocks.at(-3)];
  return { status: [withoutSidebar(byline)], last: blockLine(last, shape), turn: blockLine(before, shape) };
}

/** Boxes follow each other without a gap where they touch the top of what is shown. */
function splitBars(block: Line[], shape: ScreenShape): Line[][] {
  const bars = block.filter(({ text }) => hasBar(text, shape));
  const others = block.filter(({ text }) => !hasBar(text, shape));
  return [bars, others].filter((rows) => rows.length > 0);
}

/** A block as one line; a bar at its start means a box, as around prompts, errors and tools. */
function blockLine(block: readonly Line[], shape: ScreenShape): Line[] {
  const isBox = hasBar(block[0]?.text ?? "", shape);
  const text = isBox ? withoutBar(block, shape).filter((row) => !isBlank(row)) : block.map(withoutSidebar);
  return joined(text).map(({ row, text }) => ({ row, text: isBox ? `${shape.says.bar} ${text}` : text }));
}

/** On wide screens there is a separate column to the right of the input box and everything above it. */
function withoutSidebars(rows: readonly Line[], { edge }: ScreenShape): Line[] {
  const lowest = rows.findLast(({ text }) => edge.test(text))?.text ?? "";
  const width = edge.exec(lowest)?.[0].length;
  return width === undefined ? [...rows] : rows.map(({ row, text }) => ({ row, text: text.slice(0, width).trimEnd() }));
}

function withoutSidebar({ row, text }: Line): Line {
  return { row, text: text.trim().replace(/(?<! ) {3,}\S.*$/u, "") };
}
