const BACKSLASH = 0x5c;

/** Decodes pane output of control mode, in which control characters and backslashes are `\ooo`. Always a copy. */
export function unescapeOutput(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const data = new Uint8Array(to - from);
  let length = 0;
  let at = from;
  while (at < to) {
    const byte = bytes[at] as number;
    const escaped = byte === BACKSLASH ? readOctal(bytes, at + 1, to) : -1;
    data[length++] = escaped >= 0 ? escaped : byte;
    at += escaped >= 0 ? 4 : 1;
  }
  return data.subarray(0, length);
}

function readOctal(bytes: Uint8Array, at: number, to: number): number {
  if (at + 3 > to) return -1;
  let value = 0;
  for (let i = at; i < at + 3; i++) {
    const digit = (bytes[i] as number) - 0x30;
    if (digit < 0 || digit > 7) return -1;
    value = value * 8 + digit;
  }
  return value <= 0xff ? value : -1;
}
