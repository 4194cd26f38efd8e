import { eastAsianWidth } from "get-east-asian-width";

const PLAIN = /^[\x20-\x7e]*$/;
/** Texts in which one visible character may be several code points. */
const COMPOSED = /\u200d|[\p{M}\u1100-\u11ff]|[\u{1f1e6}-\u{1f1ff}]|[\u{1f3fb}-\u{1f3ff}]/u;
/** Combining or invisible. */
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]$/u;
const PICTURE = /\p{Emoji_Presentation}|\ufe0f/u;

/** The number of terminal columns of a text: wide characters and emoji take two, combining marks none. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const segment of segments(text)) width += segmentWidth(segment);
  return width;
}

/** Cuts to `width` columns between visible characters and marks the cut with an ellipsis. */
export function shorten(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let taken = "";
  let used = 0;
  for (const segment of segments(text)) {
    used += segmentWidth(segment);
    if (used > width - 1) break;
    taken += segment;
  }
  return `${taken}…`;
}

/** Breaks a text into rows of at most `width` columns, between words if possible; nothing is lost. */
export function wrap(text: string, width: number): string[] {
  const rows: string[] = [];
  let row = "";
  let used = 0;
  for (const segment of segments(text)) {
    const wide = segmentWidth(segment);
    if (used + wide > width) {
      const at = row.lastIndexOf(" ") + 1;
      const isWord = at > 0 && row.slice(0, at).trim() !== "";
      rows.push(isWord ? row.slice(0, at) : row);
      row = isWord ? row.slice(at) : "";
      used = displayWidth(row);
    }
    row += segment;
    used += wide;
  }
  return [...rows, row];
}

let segmenter: Intl.Segmenter | null = null;

/** Loading the segmenter takes a third of a command's time, so it is created only when needed. */
function segments(text: string): Iterable<string> {
  if (!COMPOSED.test(text)) return text;
  segmenter ??= new Intl.Segmenter("en");
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** An emoji is two columns wide even if it has many code points: a flag, a skin tone, a family. */
function segmentWidth(segment: string): number {
  if (PICTURE.test(segment)) return 2;
  let width = 0;
  for (const character of segment) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (NO_WIDTH.test(character)) return 0;
  return eastAsianWidth(code);
}
