/** Dark modules are true. Fixed ones (finder, timing, alignment, format, version) are not masked; others carry data. */
export interface QrPattern {
  size: number;
  dark: boolean[][];
  fixed: boolean[][];
}

/** Row and column positions of the alignment patterns, for versions from 1 on; version 1 has none. */
const SQUARES: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];
const VERSION_IS_TOLD_FROM = 7;

/** The modules that are the same for every text of a version; the format area is reserved. */
export function qrPattern(version: number): QrPattern {
  const size = version * 4 + 17;
  const grid = () => Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const pattern = { size, dark: grid(), fixed: grid() };
  for (let at = 0; at < size; at += 1) {
    fix(pattern, 6, at, at % 2 === 0);
    fix(pattern, at, 6, at % 2 === 0);
  }
  drawSquares(pattern, SQUARES[version - 1] ?? []);
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    drawRings(pattern, row, column, 4);
  drawFormat(pattern, 0);
  if (version >= VERSION_IS_TOLD_FROM) drawVersion(pattern, version);
  return pattern;
}

/** Draws the format bits (level M and the mask), twice. */
export function drawFormat(pattern: QrPattern, mask: number): void {
  const { size } = pattern;
  const bits = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const dark = ((bits >>> at) & 1) === 1;
    // around the top-left finder pattern, skipping the timing lines; then along the other two
    if (at < 8) fix(pattern, at < 6 ? at : at + 1, 8, dark);
    else fix(pattern, 8, at === 8 ? 7 : 14 - at, dark);
    if (at < 8) fix(pattern, 8, size - 1 - at, dark);
    else fix(pattern, size - 15 + at, 8, dark);
  }
  fix(pattern, size - 8, 8, true);
}

function drawVersion(pattern: QrPattern, version: number): void {
  const bits = (version << 12) | remainder(version, 12, 0x1f25);
  for (let at = 0; at < 18; at += 1) {
    const [near, far] = [Math.floor(at / 3), pattern.size - 11 + (at % 3)];
    fix(pattern, near, far, ((bits >>> at) & 1) === 1);
    fix(pattern, far, near, ((bits >>> at) & 1) === 1);
  }
}

function drawSquares(pattern: QrPattern, places: readonly number[]): void {
  const [first, last] = [places[0], places.at(-1)];
  for (const row of places)
    for (const column of places) {
      const isCorner =
        (row === first && column === first) || (row === first && column === last) || (row === last && column === first);
      if (!isCorner) drawRings(pattern, row, column, 2);
    }
}

/** Concentric rings: radius 4 draws a finder pattern with its separator, radius 2 an alignment pattern. */
function drawRings(pattern: QrPattern, row: number, column: number, radius: 2 | 4): void {
  for (let down = -radius; down <= radius; down += 1)
    for (let right = -radius; right <= radius; right += 1) {
      const ring = Math.max(Math.abs(down), Math.abs(right));
      const dark = radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1;
      fix(pattern, row + down, column + right, dark);
    }
}

function fix({ size, dark, fixed }: QrPattern, row: number, column: number, isDark: boolean): void {
  if (row < 0 || column < 0 || row >= size || column >= size) return;
  (dark[row] as boolean[])[column] = isDark;
  (fixed[row] as boolean[])[column] = true;
}

/** Remainder of a polynomial division over GF(2). */
function remainder(value: number, degree: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < degree; step += 1) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * divisor);
  return rest;
}
