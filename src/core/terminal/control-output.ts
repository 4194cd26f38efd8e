import { decodeUtf8 } from "./decode-utf8.ts";
import { unescapeOutput } from "./unescape-output.ts";

/** Output stays bytes: tmux may split a character between two messages. */
export type ControlOutput =
  | { type: "output"; pane: string; data: Uint8Array }
  /** Sent instead while `pause-after` is set; `age` is how long tmux held it, in ms. */
  | { type: "extended-output"; pane: string; age: number; data: Uint8Array };

const SPACE = 0x20;
const OUTPUT = bytesOf("%output %");
const EXTENDED_OUTPUT = bytesOf("%extended-output %");
// tmux reserves the part before the colon for future fields
const EXTENDED_HEAD = /^%extended-output (%\d+) (\d+)(?: [ -9;-~]*)? : /;
const EXTENDED_HEAD_ROOM = 256;

/** Parses the line `bytes[from..to)`; null if it is not output. */
export function parseControlOutput(bytes: Uint8Array, from: number, to: number): ControlOutput | null {
  if (startsWith(bytes, from, to, OUTPUT)) return parsePlain(bytes, from, to);
  if (startsWith(bytes, from, to, EXTENDED_OUTPUT)) return parseExtended(bytes, from, to);
  return null;
}

function parsePlain(bytes: Uint8Array, from: number, to: number): ControlOutput | null {
  const idStart = from + OUTPUT.length;
  let idEnd = idStart;
  while (idEnd < to && isDigit(bytes[idEnd] as number)) idEnd++;
  if (idEnd === idStart || (idEnd < to && bytes[idEnd] !== SPACE)) return null;
  const pane = decodeUtf8(bytes, idStart - 1, idEnd);
  return { type: "output", pane, data: unescapeOutput(bytes, Math.min(idEnd + 1, to), to) };
}

function parseExtended(bytes: Uint8Array, from: number, to: number): ControlOutput | null {
  const [head, pane, age] = EXTENDED_HEAD.exec(decodeUtf8(bytes, from, Math.min(to, from + EXTENDED_HEAD_ROOM))) ?? [];
  if (head === undefined || pane === undefined) return null;
  return { type: "extended-output", pane, age: Number(age), data: unescapeOutput(bytes, from + head.length, to) };
}

function startsWith(bytes: Uint8Array, from: number, to: number, prefix: readonly number[]): boolean {
  if (to - from < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) {
    if (bytes[from + i] !== prefix[i]) return false;
  }
  return true;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function bytesOf(ascii: string): number[] {
  return [...ascii].map((letter) => letter.charCodeAt(0));
}
