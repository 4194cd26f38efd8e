/** Number of bytes at the end (0 to 3), not before `from`, that begin an incomplete UTF-8 character. */
export function partialCharacter(bytes: Uint8Array, from = 0): number {
  const { length } = bytes;
  for (let back = 1; back <= 3 && length - back >= from; back += 1) {
    const byte = bytes[length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0;
  }
  return 0;
}

function lengthOf(lead: number): number {
  if (lead >= 0xf5) return 1;
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
