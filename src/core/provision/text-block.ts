/** The lines that enclose our part of a user's file. */
export interface BlockLines {
  begin: string;
  end: string;
}

/** For instruction files of agents. */
export const INSTRUCTION_BLOCK: BlockLines = { begin: "<!-- SCHMUX:BEGIN -->", end: "<!-- SCHMUX:END -->" };
/** For git's exclude file. */
export const EXCLUDE_BLOCK: BlockLines = { begin: "# AGTMUX:BEGIN", end: "# AGTMUX:END" };

/** The body of the first block, without its last line end; null if there is none. */
export function blockOf(text: string, lines: BlockLines): string | null {
  const [first] = findBlocks(text, lines);
  return first?.body ?? null;
}

/**
 * Returns the text with exactly one block with this body. An existing first block is replaced in place, else the block
 * is appended after a blank line; `removeBlock` then restores the original text.
 */
export function putBlock(text: string, body: string, lines: BlockLines): string {
  const [first] = findBlocks(text, lines);
  if (first === undefined) return append(text, body, lines);
  const single = cutAllAfter(1, text, lines);
  return single.slice(0, first.start) + render(body, lines, first.eol) + single.slice(first.end);
}

/** Removes all blocks; everything else stays, to the byte. */
export function removeBlock(text: string, lines: BlockLines): string {
  return cutAllAfter(0, text, lines);
}

/** Blocks that are nested deeper are left as they are: a repository may hold any number of such lines. */
const MOST_NESTED = 20;

/** Keeps the first `kept` blocks. It looks again after the cuts: around a nested block, the outer lines become one. */
function cutAllAfter(kept: number, text: string, lines: BlockLines): string {
  let rest = text;
  for (let times = 0; times < MOST_NESTED; times += 1) {
    const blocks = findBlocks(rest, lines).slice(kept);
    if (blocks.length === 0) break;
    rest = cut(rest, blocks);
  }
  return rest;
}

interface Block {
  /** Offset of its first line. */
  start: number;
  /** Offset after its last line, without the line end. */
  end: number;
  eol: string;
  body: string;
}

/** A text without a final line end stays so: `cut` infers from that how many line ends before the block are ours. */
function append(text: string, body: string, lines: BlockLines): string {
  const eol = lineEndOf(text);
  const block = render(body, lines, eol);
  if (text === "") return block + eol;
  return text.endsWith(eol) ? text + eol + block + eol : text + eol + eol + block;
}

/** The last one first, in one pass: what is below a block is only put together in the end. */
function cut(text: string, blocks: readonly Block[]): string {
  let head = text;
  let below = "";
  for (const { start, end, eol } of blocks.toReversed()) {
    const before = head.slice(0, start);
    const after = head.slice(end);
    const [lineEnd] = /^\r?\n/.exec(after) ?? [];
    // the blank line before it is ours; without one, a line end there belongs to the line before
    if (lineEnd === undefined) head = dropEnd(dropEnd(before, eol), eol);
    else head = before.endsWith(eol + eol) ? dropEnd(before, eol) : before;
    below = after.slice(lineEnd?.length ?? 0) + below;
  }
  return head + below;
}

function dropEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}

function render(body: string, { begin, end }: BlockLines, eol: string): string {
  return [begin, ...body.split("\n"), end].join(eol);
}

/** A begin without an end, or an end without a begin, is the user's text. */
function findBlocks(text: string, { begin, end }: BlockLines): Block[] {
  const blocks: Block[] = [];
  let open: { start: number; inside: number; eol: string } | null = null;
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf("\n", start);
    const next = newline < 0 ? text.length + 1 : newline + 1;
    const raw = text.slice(start, newline < 0 ? text.length : newline);
    // the last line also counts without a line break, because an appended block would add one
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (line === begin && newline >= 0) open = { start, inside: next, eol: raw === line ? "\n" : "\r\n" };
    else if (line === end && open !== null) {
      const body = text.slice(open.inside, start).replaceAll("\r\n", "\n").replace(/\n$/, "");
      blocks.push({ start: open.start, end: start + line.length, eol: open.eol, body });
      open = null;
    }
    start = next;
  }
  return blocks;
}

/** The line end of the last line, else of the first. */
function lineEndOf(text: string): string {
  if (text.endsWith("\n")) return text.endsWith("\r\n") ? "\r\n" : "\n";
  return /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
}
