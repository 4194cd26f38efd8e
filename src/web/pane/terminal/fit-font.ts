const LARGEST = 13;
/** What is smaller nobody reads: then the terminal scrolls sideways. */
const SMALLEST = 9;

/**
 * The font size at which `cols` cells fit into `width` pixels. A letter is `ratio` times as wide as its font is large, and a
 * cell is a whole number of the screen's own pixels, `density` of which make one.
 */
export function fitFont(width: number, cols: number, ratio: number, density: number): number {
  const fitting = Math.floor((width / cols) * density);
  const least = Math.ceil(SMALLEST * ratio * density);
  const most = Math.round(LARGEST * ratio * density);
  const cell = Math.min(most, Math.max(least, fitting));
  // a hair more, so that it is not rounded down to the pixel below
  return Math.ceil((cell / density / ratio) * 100) / 100;
}

/** How many cells fit into a box. */
export function fitCells(box: { width: number; height: number }, cell: { width: number; height: number }) {
  return {
    cols: Math.min(1_000, Math.max(10, Math.floor(box.width / cell.width))),
    rows: Math.min(500, Math.max(2, Math.floor(box.height / cell.height))),
  };
}

export { LARGEST as LARGEST_FONT };
