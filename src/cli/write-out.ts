import { writeSync } from "node:fs";

/** What moves a cursor, rings, turns letters around or cannot be seen; tabs and line breaks are ours, and so may be some colours. */
const UNRULY =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
/** Those that `paint` is asked for, and no others: there are some that hide what is written. */
const COLOUR = /^\u001b\[(?:[01]|3[12346]|90)m/;

/** The last lock before a terminal, whatever was forgotten before: such characters are written as JSON writes them. */
export function printable(text: string, colour = false): string {
  return text.replace(UNRULY, (character, at: number) =>
    colour && COLOUR.test(text.slice(at, at + LONGEST_COLOUR))
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const LONGEST_COLOUR = 5;

/** Writes at once, without the stream that process.stdout would set up first: a command prints once and ends. */
export function writeOut(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; ) {
    try {
      from += writeSync(descriptor, bytes, from);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // whoever reads us has seen enough
      if (code === "EPIPE") process.exit(0);
      if (code !== "EAGAIN") throw error;
      // a pipe that is full, and that somebody has made non-blocking
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}
