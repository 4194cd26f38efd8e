import { writeSync } from "node:fs";

/**
 * Characters that move the cursor, ring, change text direction or are invisible, so that one text could look like
 * another. Tabs, line breaks and some colours are allowed; so are joiners, because some scripts need them.
 */
const UNRULY =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;
/** Only the colours that `paint` uses: some others hide text. */
const COLOUR = /^\u001b\[(?:[01]|3[12346]|90)m/;

/** Last defence before a terminal, if escaping was forgotten elsewhere: escapes such characters as JSON does. */
export function printable(text: string, colour = false): string {
  return text.replace(UNRULY, (character, at: number) =>
    colour && COLOUR.test(text.slice(at, at + LONGEST_COLOUR)) ? character : escaped(character),
  );
}

/** Keeps the colours of a captured pane and removes all other control sequences; the text of a link (OSC 8) stays. */
export function coloured(text: string): string {
  const parts = text.replaceAll(OSC, "").split(SGR);
  return parts.map((part, index) => (index % 2 === 1 ? part : printable(part))).join("");
}

/** Also the shift characters that tmux uses for line drawing. */
const OSC = /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[\u000e\u000f]/g;
const SGR = /(\u001b\[[\d;:]*m)/;

/** Escapes as JSON does, one or two UTF-16 units. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}

const LONGEST_COLOUR = 5;

/** Writes synchronously, without setting up the stream behind process.stdout: a command prints once and ends. */
export function writeOut(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; ) {
    try {
      from += writeSync(descriptor, bytes, from);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // the reader has closed the pipe
      if (code === "EPIPE") process.exit(0);
      if (code !== "EAGAIN") throw error;
      // the pipe is full and was made non-blocking
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}
