/** Which rows are in sight, and where they stand. */
export interface Window {
  from: number;
  to: number;
  /** Above the first one drawn. */
  above: number;
  total: number;
}

/** How many more are drawn on either side, so that scrolling finds them there. */
const MARGIN = 8;

/** The tops of all rows, with the end of the last one behind them. */
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

/** How far to scroll so that a row is in sight; null where it is. */
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
