import { MASKS, penaltyOf } from "./qr-mask.ts";
import { drawFormat, type QrPattern, qrPattern } from "./qr-pattern.ts";
import { qrWords } from "./qr-words.ts";

/** The modules of a QR code, true for dark, without the quiet zone; null if the text exceeds 213 bytes. */
export function qrCode(bytes: Uint8Array): boolean[][] | null {
  const encoded = qrWords(bytes);
  if (encoded === null) return null;
  const plain = qrPattern(encoded.version);
  place(plain, encoded.words);
  const candidates = MASKS.map((_, mask) => masked(plain, mask));
  const penalties = candidates.map(penaltyOf);
  return candidates[penalties.indexOf(Math.min(...penalties))] ?? null;
}

/** Places the words bit by bit in two-column strips from the right, alternately up and down, skipping fixed modules. */
function place({ size, dark, fixed }: QrPattern, words: readonly number[]): void {
  let bit = 0;
  let upwards = true;
  for (let right = size - 1; right >= 1; right -= 2) {
    // the timing column is not part of any strip
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (fixed[row]?.[column] !== false) continue;
        const word = words[bit >> 3] ?? 0;
        (dark[row] as boolean[])[column] = ((word >>> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
      }
    }
    upwards = !upwards;
  }
}

function masked(plain: QrPattern, mask: number): boolean[][] {
  const turns = MASKS[mask] as (row: number, column: number) => boolean;
  const { size, fixed } = plain;
  const dark = plain.dark.map((row, at) =>
    row.map((module, column) => (fixed[at]?.[column] === false && turns(at, column) ? !module : module)),
  );
  drawFormat({ size, dark, fixed }, mask);
  return dark;
}
