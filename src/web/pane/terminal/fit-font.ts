/** A small pane is not blown up further. */
const LARGEST = 16;
/** Smaller text is unreadable: the terminal scrolls instead. */
const SMALLEST = 9;

interface Size {
  width: number;
  height: number;
}

/**
 * The font size at which a pane fits into a box of CSS pixels. `letter` is the size of a letter relative to the font
 * size; a cell is a whole number of device pixels, `density` of which make one CSS pixel.
 */
export function fitFont(box: Size, pane: { cols: number; rows: number }, letter: Size, density: number): number {
  const wide = Math.floor((box.width / pane.cols) * density);
  const least = Math.ceil(SMALLEST * letter.width * density);
  const most = Math.round(LARGEST * letter.width * density);
  let cell = Math.min(most, Math.max(least, wide));
  while (cell > least && heightOf(cell, letter, density) * pane.rows > box.height) cell -= 1;
  return sizeOf(cell, letter, density);
}

/** How many cells fit into a box, within the limits of a pane. */
export function fitCells(box: Size, cell: Size) {
  return {
    cols: Math.min(1_000, Math.max(10, Math.floor(box.width / cell.width))),
    rows: Math.min(500, Math.max(2, Math.floor(box.height / cell.height))),
  };
}

/** The font size whose cells are this many device pixels wide; rounded up, so that they do not lose one. */
function sizeOf(cell: number, letter: Size, density: number): number {
  return Math.ceil((cell / density / letter.width) * 100) / 100;
}

/** A row's height in CSS pixels, as xterm.js rounds it. */
function heightOf(cell: number, letter: Size, density: number): number {
  return Math.ceil(sizeOf(cell, letter, density) * letter.height * density) / density;
}
