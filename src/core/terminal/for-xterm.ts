const ESC = 0x1b;
const K = 0x6b;
const TITLE = [0x1b, 0x5d, 0x32, 0x3b];

/** xterm.js would print the title that programs in tmux set with `ESC k` as text: replaces it by OSC 2. */
export function forXterm(bytes: Uint8Array): Uint8Array {
  const places = [...found(bytes)];
  if (places.length === 0) return bytes;
  const out = new Uint8Array(bytes.length + 2 * places.length);
  let [length, from] = [0, 0];
  for (const at of places) {
    out.set(bytes.subarray(from, at), length);
    out.set(TITLE, length + at - from);
    length += at - from + TITLE.length;
    from = at + 2;
  }
  out.set(bytes.subarray(from), length);
  return out;
}

function* found(bytes: Uint8Array): Generator<number> {
  for (let at = bytes.indexOf(ESC); at >= 0; at = bytes.indexOf(ESC, at + 1)) if (bytes[at + 1] === K) yield at;
}
