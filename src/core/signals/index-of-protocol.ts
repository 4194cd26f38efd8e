const NAME = [..."schmux"].map((letter) => letter.charCodeAt(0));

export const PROTOCOL_LENGTH = NAME.length;

/** How far to advance if the byte at the last position of the window has this value (Horspool). */
const LEAP = new Uint8Array(256).fill(PROTOCOL_LENGTH);
for (const [at, letter] of NAME.slice(0, -1).entries()) LEAP[letter] = PROTOCOL_LENGTH - 1 - at;

const LAST = PROTOCOL_LENGTH - 1;
const LAST_LETTER = NAME[LAST];

/** The first offset of `schmux` in `bytes[from..to)`, or -1. Reads every sixth byte of ordinary text. */
export function indexOfProtocol(bytes: Uint8Array, from: number, to: number): number {
  let at = from + LAST;
  while (at < to) {
    const byte = bytes[at] as number;
    if (byte === LAST_LETTER && standsAt(bytes, at - LAST)) return at - LAST;
    at += LEAP[byte] as number;
  }
  return -1;
}

function standsAt(bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < LAST; i++) {
    if (bytes[start + i] !== NAME[i]) return false;
  }
  return true;
}
