/** The range of rendered rows; offsets in px. */
export interface Window {
  from: number;
  to: number;
  /** Height of the rows above the first rendered one. */
  above: number;
  total: number;
}

/** Extra rows rendered on either side, for scrolling. */
const MARGIN = 8;

/** Top offsets of all rows, followed by the end of the last one. */
export function topsOf(heights: readonly number[]): number[] {
  const tops = [0];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
}

export function windowOf(tops: readonly number[], scrolled: number, visible: number): Window {
  const count = tops.length - 1;
  const from = Math.max(0, firstAfter(tops, scrolled) - 1 - MARGIN);
  const to = Math.min(count, firstAfter(tops, scrolled + visible) + MARGIN);
  return { from, to, above: tops[from] ?? 0, total: tops[count] ?? 0 };
}

/** The scroll offset that brings a row into view; null if it is in view. */
export function scrollTo(tops: readonly number[], row: number, scrolled: number, visible: number): number | null {
  const [top, end] = [tops[row] ?? 0, tops[row + 1] ?? 0];
  if (top < scrolled) return top;
  return end > scrolled + visible ? end - visible : null;
}

/** The first row whose top is below `y`. */
function firstAfter(tops: readonly number[], y: number): number {
  let [low, high] = [0, tops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle] ?? 0) > y) high = middle;
    else low = middle + 1;
  }
  return low;
}
