import { opensOwnWords, unframe } from "./marker.ts";

/** Rows below such a row are a tool's input or output. */
const TOOL_HEAD = /^\s*[⎿└╰$]/;
/** Rows below this sign belong to its block even if they are indented no further than the sign. */
const FLUSH_HEAD = /^\s*⎿/;
/** The first row of a message; its words begin after the sign. */
const MESSAGE = /^\s*[⏺●•✦] /;
/** How much further than a message's words its code is indented, where it has no fences. */
const CODE_INDENT = 4;
const FENCE = /^\s*(?:`{3,}|~{3,})([\s\S]*)$/;

/**
 * Which rows on the screen of a known agent may be the agent's own text. Prompts, tools and dialogs are in boxes or
 * under their own signs, and examples are in code blocks, if the agent draws them so.
 */
export function ownRows(captured: readonly string[]): (at: number) => boolean {
  const rows = captured.map(withoutRightEdge);
  const fenced = fencedRows(rows);
  const width = Math.max(0, ...rows.map(({ length }) => length));
  return (at) =>
    opensOwnWords(rows[at] ?? "") &&
    !fenced.has(at) &&
    !isOfTool(rows, at) &&
    !isIndentedCode(rows, at) &&
    !isWrappedProse(rows, at, width);
}

/** The screen may begin inside a code block: a first fence without a language then ends it. */
function fencedRows(rows: readonly string[]): Set<number> {
  const fences = rows.flatMap((row, at) => (FENCE.test(row) ? [at] : []));
  const beginsWithin = fences.length % 2 === 1 && FENCE.exec(rows[fences[0] ?? 0] ?? "")?.[1]?.trim() === "";
  const edges = beginsWithin ? [0, ...fences] : [...fences, rows.length];
  const fenced = new Set<number>();
  for (let pair = 0; pair + 1 < edges.length; pair += 2)
    for (let at = edges[pair] ?? 0; at < (edges[pair + 1] ?? 0); at += 1) fenced.add(at);
  return fenced;
}

function isOfTool(rows: readonly string[], from: number): boolean {
  return headsOf(rows, from).some((row) => TOOL_HEAD.test(row));
}

function isIndentedCode(rows: readonly string[], from: number): boolean {
  const message = headsOf(rows, from).find((row) => MESSAGE.test(row));
  if (message === undefined) return false;
  const words = MESSAGE.exec(message)?.[0].length ?? 0;
  return indentOf(rows[from] ?? "") - words >= CODE_INDENT;
}

/**
 * The heads of the blocks that this row is in, the nearest first: rows above it, each indented less than the one below, or
 * equally if it begins with a sign.
 */
function headsOf(rows: readonly string[], from: number): string[] {
  const heads: string[] = [];
  let indent = indentOf(rows[from] ?? "");
  for (let at = from - 1; at >= 0 && indent > 0; at -= 1) {
    const row = rows[at] ?? "";
    const isHead = indentOf(row) < indent || (indentOf(row) === indent && FLUSH_HEAD.test(row));
    if (row.trim() === "" || !isHead) continue;
    heads.push(row);
    indent = indentOf(row);
  }
  return heads;
}

/** A marker within a sentence is alone on its row if the words before and after it did not fit beside it. */
function isWrappedProse(rows: readonly string[], at: number, width: number): boolean {
  const [above = "", row = "", below = ""] = [rows[at - 1], rows[at], rows[at + 1]];
  // a marker that is itself wrapped is not in the middle of a row
  if (above.trim() === "" || below.trim() === "" || !row.includes("]>--")) return false;
  const fits = (before: string, after: string) =>
    before.length + 1 + (after.trim().split(/\s/)[0] ?? "").length <= width;
  return !fits(above, row) && !fits(row, below);
}

/** Strips a box edge or a scroll bar. */
function withoutRightEdge(row: string): string {
  const text = unframe(row);
  return text === "" ? "" : row.slice(0, row.lastIndexOf(text) + text.length);
}

function indentOf(row: string): number {
  return row.length - row.trimStart().length;
}
