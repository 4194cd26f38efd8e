/** Whether the row's question and buttons are visible, or only the buttons if it is too tall for its list. */
export function isRowInView(box: HTMLElement | null): boolean {
  const row = box?.closest<HTMLElement>(".ask, .asked") ?? null;
  const words = row?.querySelector(".ask-words")?.getBoundingClientRect();
  if (box === null || row === null || words === undefined) return false;
  const { left, bottom } = box.getBoundingClientRect();
  const view = row.closest(".asks, .sheet, .detail")?.clientHeight ?? innerHeight;
  const isTall = bottom - words.top > view * TALL;
  return isShownAt(row, left, bottom) && (isTall || isShownAt(row, words.left, words.top + 2 * INSIDE));
}

const INSIDE = 3;
/** The rest is for what is above and below the question in its row, and for the head of the shelf. */
const TALL = 0.7;

/** Neither scrolled out of view nor covered. */
function isShownAt(row: HTMLElement, left: number, bottom: number): boolean {
  const shown = document.elementFromPoint(left + INSIDE, bottom - INSIDE);
  return shown !== null && row.contains(shown);
}
