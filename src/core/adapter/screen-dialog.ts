import { columnAround } from "./dialog-options.ts";
import type { Line, Places } from "./screen.ts";
import { isBlank, isRule, joined, paragraphs, withoutBlankEnd } from "./screen-rows.ts";

/** With more rows than this below them, the choices are not a dialog but part of older output. */
const MAX_HINT_ROWS = 4;
/** On a small screen the hint follows the choices without a gap; these are the usual ones. */
const HINT =
  /^\s*(?:Press enter to |Enter to (?:select|confirm)\b|Esc to |enter (?:confirm|continue|to)\b|tab to |↑\/?↓ )/u;

/**
 * Finds the choices at the bottom of the screen, the question above and the hint below; null if there are no choices.
 * `cursor` marks the chosen one. The dialog begins below the last row above its choices that `isOutside`, and its choices
 * end above the first row that `isHint`.
 */
export function dialogPlaces(
  all: readonly Line[],
  cursor: string,
  isOutside: (row: Line) => boolean = () => false,
  isHint: (text: string) => boolean = (text) => HINT.test(text),
): Places | null {
  const rows = withoutBlankEnd(all);
  const mark = new RegExp(`^\\s*${cursor}\\s+(?=\\S)`, "u");
  const chosen = rows.findLastIndex(({ text }) => mark.test(text));
  if (chosen < 0) return null;
  const plain = rows.map(({ row, text }) => ({ row, text: text.replace(mark, "") }));
  const [from, to] = spacedRun(rows, chosen, mark) ?? runAround(plain, chosen, isHint);
  const first = firstOption(plain, from, chosen);
  const below = rows.slice(to + 1).filter(isText);
  if (below.length > MAX_HINT_ROWS) return null;
  const above = first > from ? rows.slice(from, first) : (paragraphs(rows.slice(0, from)).at(-1) ?? []);
  const top = rows.slice(0, first).findLastIndex(isOutside) + 1;
  return {
    dialog: paragraphs(rows.slice(top)).flatMap(joined),
    question: joined(above),
    options: optionsOf(plain.slice(first, to + 1).filter(isText)),
    hint: joined(below),
  };
}

/** Choices in one column with a gap between each two; null if this list has no gaps. */
function spacedRun(rows: readonly Line[], chosen: number, mark: RegExp): [number, number] | null {
  const column = mark.exec(rows[chosen]?.text ?? "")?.[0].length ?? 0;
  const { from, to, step } = columnAround(rows, chosen, column);
  return step === 2 && to > from ? [from, to] : null;
}

/** Rows without a gap around the chosen one, down to the hint; a drawn line between numbered choices is no gap. */
function runAround(rows: readonly Line[], chosen: number, isHint: (text: string) => boolean): [number, number] {
  const holds = (index: number) => rows[index] !== undefined && isText(rows[index]);
  const bridges = (gap: number, lower: number) =>
    rows[gap] !== undefined && isRule(rows[gap]) && (numberOf(rows[lower]) ?? 0) > 1;
  let [from, to] = [chosen, chosen];
  while (holds(from - 1) || bridges(from - 1, from)) from--;
  while ((holds(to + 1) && !isHint(rows[to + 1]?.text ?? "")) || bridges(to + 1, to + 2)) to++;
  return [from, to];
}

/** The text directly above the choices may have numbers too. */
function firstOption(rows: readonly Line[], from: number, chosen: number): number {
  if (numberOf(rows[chosen]) === null) return from;
  const one = rows.findLastIndex((row, index) => index <= chosen && index >= from && numberOf(row) === 1);
  return one < 0 ? rows.findIndex((row, index) => index >= from && numberOf(row) !== null) : one;
}

function numberOf(row: Line | undefined): number | null {
  const match = /^\s*(\d+)\.\s+\S/.exec(row?.text ?? "");
  return match === null ? null : Number(match[1]);
}

function isText(row: Line): boolean {
  return !isBlank(row) && !isRule(row);
}

/** A choice that is wider than the screen continues in the next rows. */
function optionsOf(rows: readonly Line[]): Line[] {
  const isNumbered = rows.some((row) => numberOf(row) !== null);
  const options: Line[][] = [];
  for (const row of rows) {
    if (!isNumbered || numberOf(row) !== null || options.length === 0) options.push([row]);
    else options.at(-1)?.push(row);
  }
  return options.flatMap(joined);
}
