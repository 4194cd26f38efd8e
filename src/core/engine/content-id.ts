/**
 * A short id for some text: the same on every machine. No crypto is needed because collisions are of no use to anyone.
 */
export function contentId(...parts: readonly string[]): string {
  const text = parts.map((part) => `${part.length}:${part}`).join("");
  let [a, b, c, d] = [0x9e3779b9, 0x41c6ce57, 0x85ebca6b, 0xdeadbeef];
  // four multiply-and-xor lanes in one pass
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
    c = Math.imul(c ^ unit, 2246822507);
    d = Math.imul(d ^ unit, 3266489909);
  }
  return lane(a ^ (b >>> 15)) + lane(b ^ (c >>> 13)) + lane(c ^ (d >>> 16)) + lane(d ^ (a >>> 14));
}

/** 32 bits, mixed once more, as seven characters. */
function lane(bits: number): string {
  const stirred = Math.imul(bits ^ (bits >>> 16), 2246822507);
  return ((stirred ^ (stirred >>> 13)) >>> 0).toString(36).padStart(7, "0");
}
