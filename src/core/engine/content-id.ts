/** A short name for some text: the same on every machine, no crypto needed because nobody gains by a collision. */
export function contentId(...parts: readonly string[]): string {
  const text = parts.map((part) => `${part.length}:${part}`).join("");
  return hash53(text, 0x9e3779b9) + hash53(text, 0x85ebca6b);
}

/** Two 32-bit multiply-and-rotate lanes, mixed at the end; 53 bits in base 36. */
function hash53(text: string, seed: number): string {
  let low = 0xdeadbeef ^ seed;
  let high = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 2654435761);
    high = Math.imul(high ^ unit, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (4294967296 * (2097151 & high) + (low >>> 0)).toString(36).padStart(11, "0");
}
