import type { Line, Places } from "../../adapter/screen.ts";
import { isBlank, joined, paragraphs, withoutBlankEnd } from "../../adapter/screen-rows.ts";

const BAR = /^ *┃/u;
const MENU_ROW = /^ *┃ \/\S+ .*┃$/u;
/** The lower edge of the input box. */
const EDGE = /^ *╹▀{8,}/u;
/** Ends each answer: who gave it, and how long it took. */
const BYLINE = /^ {2,}▣ {2}\S/u;

export function layout(all: readonly Line[]): Places | null {
  const rows = withoutBlankEnd(withoutSidebars(all));
  const edge = rows.findLastIndex(({ text }) => EDGE.test(text));
  const footer = rows.slice(edge + 1).filter((row) => !isBlank(row));
  if (edge < 0 || footer.some(({ text }) => BAR.test(text))) return dialogPlaces(rows);
  const box = barsEndingAt(rows, edge - 1);
  const inside = withoutBar(box).filter((row) => !isBlank(row));
  const above = rows.slice(0, edge - box.length).filter(({ text }) => !MENU_ROW.test(text));
  const isCovered = above.length < edge - box.length;
  const draft = inside.slice(0, -1).filter(({ text }) => !text.startsWith("Ask anything…"));
  const hasByline = above.some(({ text }) => BYLINE.test(text));
  return {
    footer,
    draft,
    start: hasByline ? [] : inside.length > draft.length + 1 ? inside.slice(0, 1) : withoutBlankEnd(all).slice(-1),
    ...(isCovered ? {} : conversationPlaces(above)),
  };
}

/** Rows with a bar at the left, up to this one. */
function barsEndingAt(rows: readonly Line[], end: number): Line[] {
  const before = rows.slice(0, end + 1).findLastIndex(({ text }) => !BAR.test(text) || MENU_ROW.test(text));
  return rows.slice(before + 1, end + 1);
}

function withoutBar(rows: readonly Line[]): Line[] {
  return rows.map(({ row, text }) => withoutSidebar({ row, text: text.replace(/^ *┃/u, "") }));
}

/** A dialog takes the place of the input box: a run of bars down to the last row. */
function dialogPlaces(rows: readonly Line[]): Places | null {
  const bars = barsEndingAt(rows, rows.length - 1).map(({ row, text }) => ({ row, text: text.replace(/^ *┃ */u, "") }));
  if (bars.length === 0) return null;
  const dialog = paragraphs(bars);
  return { dialog: dialog.flat(), question: joined(dialog[0] ?? []), hint: dialog.slice(-2).flat() };
}

/** How the newest turn ends: its byline, the block over that, and the block over that one. */
function conversationPlaces(rows: readonly Line[]): Places {
  const blocks = paragraphs(rows).flatMap(splitBars);
  const byline = blocks.at(-1)?.[0];
  if (byline === undefined || !BYLINE.test(byline.text)) return {};
  const [last = [], before = []] = [blocks.at(-2), blocks.at(-3)];
  return { status: [withoutSidebar(byline)], last: blockLine(last), turn: blockLine(before) };
}

/** Boxes follow each other without a gap where they touch the top of what is shown. */
function splitBars(block: Line[]): Line[][] {
  const bars = block.filter(({ text }) => BAR.test(text));
  const others = block.filter(({ text }) => !BAR.test(text));
  return [bars, others].filter((rows) => rows.length > 0);
}

/** A block as one line; a bar at its start means a box, as around prompts, errors and tools. */
function blockLine(block: readonly Line[]): Line[] {
  const isBox = BAR.test(block[0]?.text ?? "");
  const text = isBox ? withoutBar(block).filter((row) => !isBlank(row)) : block.map(withoutSidebar);
  return joined(text).map(({ row, text }) => ({ row, text: isBox ? `┃ ${text}` : text }));
}

/** On wide screens there is a separate column to the right of the input box and everything above it. */
function withoutSidebars(rows: readonly Line[]): Line[] {
  const width = EDGE.exec(rows.findLast(({ text }) => EDGE.test(text))?.text ?? "")?.[0].length;
  return width === undefined ? [...rows] : rows.map(({ row, text }) => ({ row, text: text.slice(0, width).trimEnd() }));
}

function withoutSidebar({ row, text }: Line): Line {
  return { row, text: text.trim().replace(/ {3,}\S.*$/u, "") };
}
