/** The lines between which a part of somebody else's file is ours. */
export interface BlockLines {
  begin: string;
  end: string;
}

/** In files of instructions for agents. */
export const INSTRUCTION_BLOCK: BlockLines = { begin: "<!-- SCHMUX:BEGIN -->", end: "<!-- SCHMUX:END -->" };
/** In git's own list of what it leaves alone. */
export const EXCLUDE_BLOCK: BlockLines = { begin: "# AGTMUX:BEGIN", end: "# AGTMUX:END" };

/** What stands between the lines of the first block, without its last line end; null where there is none. */
export function blockOf(text: string, lines: BlockLines): string | null {
  const [first] = findBlocks(text, lines);
  return first?.body ?? null;
}

/**
 * The text with exactly one block that holds this. The first one there is renewed in its place, else it is appended after a
 * blank line; `removeBlock` gives back the very text that had none.
 */
export function putBlock(text: string, body: string, lines: BlockLines): string {
  const [first, ...others] = findBlocks(text, lines);
  if (first === undefined) return append(text, body, lines);
  const single = others.reduceRight((rest, block) => cut(rest, block), text);
  return single.slice(0, first.start) + render(body, lines, first.eol) + single.slice(first.end);
}

/** The text without any block; what else is in it stays as it is, to the byte. */
export function removeBlock(text: string, lines: BlockLines): string {
  return findBlocks(text, lines).reduceRight((rest, block) => cut(rest, block), text);
}

interface Block {
  /** Of its first line. */
  start: number;
  /** After its last line, the line end not counted. */
  end: number;
  eol: string;
  body: string;
}

/** A text without a last line end gets none from us either: this tells `cut` how many line ends before the block are ours. */
function append(text: string, body: string, lines: BlockLines): string {
  const eol = lineEndOf(text);
  const block = render(body, lines, eol);
  if (text === "") return block + eol;
  return text.endsWith(eol) ? text + eol + block + eol : text + eol + eol + block;
}

function cut(text: string, { start, end, eol }: Block): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (after.startsWith(eol)) return dropEnd(before, eol) + after.slice(eol.length);
  return dropEnd(dropEnd(before, eol), eol) + after;
}

function dropEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}

function render(body: string, { begin, end }: BlockLines, eol: string): string {
  return [begin, ...body.split("\n"), end].join(eol);
}

/** A begin without an end, or an end without a begin, is somebody's text. */
function findBlocks(text: string, { begin, end }: BlockLines): Block[] {
  const blocks: Block[] = [];
  let open: { start: number; inside: number; eol: string } | null = null;
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf("\n", start);
    const next = newline < 0 ? text.length + 1 : newline + 1;
    const raw = text.slice(start, newline < 0 ? text.length : newline);
    const line = newline >= 0 && raw.endsWith("\r") ? raw.slice(0, -1) : raw;
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

/** As the last line has it, else as the first one does. */
function lineEndOf(text: string): string {
  if (text.endsWith("\n")) return text.endsWith("\r\n") ? "\r\n" : "\n";
  return /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
}
