export interface Shift {
  value: number;
  at: number;
  /** The elements that moved, each with its top and height before and after. */
  moved: string[];
}

/** For the page: from now on notes in `shifts` what moves there without a person's doing. */
export const WATCH_SHIFTS = `
globalThis.shifts = [];
const nameOf = (node) => node?.nodeType === 1 ? node.tagName.toLowerCase() + "." + node.classList.value : node?.nodeName;
const edges = (rect) => Math.round(rect.top) + "+" + Math.round(rect.height);
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, startTime, sources } of list.getEntries())
    if (!hadRecentInput)
      shifts.push({
        value,
        at: startTime,
        moved: sources.map((s) => nameOf(s.node) + " " + edges(s.previousRect) + " to " + edges(s.currentRect)),
      });
}).observe({ type: "layout-shift" });
`;

/** The browsers' CLS: the worst five seconds without a second of rest; 1 is the whole page moved by its height. */
export function cumulativeShift(shifts: readonly Shift[]): number {
  let [worst, sum, from, last] = [0, 0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { value, at } of shifts) {
    const isNew = at - last > 1_000 || at - from > 5_000;
    [sum, from, last] = isNew ? [value, at, at] : [sum + value, from, at];
    worst = Math.max(worst, sum);
  }
  return worst;
}
