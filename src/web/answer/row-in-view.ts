/** Whether the row's question and buttons are visible, or only the buttons if it is taller than the window. */
export function isRowInView(box: HTMLElement | null): boolean {
  const row = box?.closest<HTMLElement>(".ask, .asked") ?? null;
  const words = row?.querySelector(".ask-words")?.getBoundingClientRect();
  if (box === null || row === null || words === undefined) return false;
  const { left, bottom } = box.getBoundingClientRect();
  const isTall = bottom - words.top > innerHeight * TALL;
  return isShownAt(row, left, bottom) && (isTall || isShownAt(row, words.left, words.top + 2 * INSIDE));
}

const INSIDE = 3;
const TALL = 0.8;

/** Neither scrolled out of view nor covered. */
function isShownAt(row: HTMLElement, left: number, bottom: number): boolean {
  const shown = document.elementFromPoint(left + INSIDE, bottom - INSIDE);
  return shown !== null && row.contains(shown);
}
