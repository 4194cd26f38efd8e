const PLAIN = /^[\x20-\x7e]*$/;
/** Where one character that people see may be several code points. */
const COMPOSED = /\u200d|[\p{M}\u1100-\u11ff]|[\u{1f1e6}-\u{1f1ff}]|[\u{1f3fb}-\u{1f3ff}]/u;
/** Drawn over what stands before it, or not at all. */
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]$/u;
const PICTURE = /\p{Emoji_Presentation}|\ufe0f/u;

/** How many columns a terminal gives this text: wide characters and pictures take two, combining marks none. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const segment of segments(text)) width += segmentWidth(segment);
  return width;
}

/** Cut to `width` columns between characters as people see them, with an ellipsis where something is missing. */
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

let segmenter: Intl.Segmenter | null = null;

/** Loading the segmenter takes a third of a command's time: only where it is needed. */
function segments(text: string): Iterable<string> {
  if (!COMPOSED.test(text)) return text;
  segmenter ??= new Intl.Segmenter("en");
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** A picture is two columns wide however many code points it is made of: a flag, a skin, a family. */
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
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd);
  return wide ? 2 : 1;
}
