import type { Line } from "./screen.ts";
import { isBlank, isRule } from "./screen-rows.ts";

/** One choice of a dialog. */
export interface FoundOption {
  /** The row of the screen that it begins in. */
  row: number;
  /** Null if it has none. */
  number: number | null;
  label: string;
  /** The rows under it that belong to it. */
  under: string[];
  /** Whether its box is ticked; null if it has no box. */
  tick: boolean | null;
  isChosen: boolean;
}

export interface FoundOptions {
  options: FoundOption[];
  /** The rows that the choices take up. */
  from: number;
  to: number;
}

/** Two choices with more rows between them do not belong to the same dialog. */
const MAX_UNDER = 8;

/** The lowest series of consecutively numbered choices. It starts at 1, or at any number if the list is scrolled. */
export function numberedOptions(
  rows: readonly Line[],
  cursor: string,
  isHint: (row: Line) => boolean,
): FoundOptions | null {
  const shape = new RegExp(`^(\\s*(?:${cursor}\\s+)?)(?:\\[(.)\\]\\s+)?(\\d+)\\.\\s+(?:\\[(.)\\]\\s+)?(\\S.*)$`, "u");
  const found: (FoundOption & { index: number; column: number })[] = [];
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const match = shape.exec(rows[index]?.text ?? "");
    if (match === null) continue;
    const [, before = "", leading, digits = "", box = leading, label = ""] = match;
    const [lower] = found;
    const number = Number(digits);
    if (lower !== undefined) {
      const isNeighbour = lower.number === number + 1 && Math.abs(lower.column - before.length) <= 1;
      if (!isNeighbour) continue;
      if (lower.index - index > MAX_UNDER) break;
    }
    const tick = box === undefined ? null : box.trim() !== "";
    const isChosen = before.trim() !== "";
    found.unshift({
      row: rows[index]?.row ?? 0,
      number,
      label,
      under: [],
      tick,
      isChosen,
      index,
      column: before.length,
    });
    if (number === 1) break;
  }
  const [first] = found;
  if (first === undefined) return null;
  let to = first.index;
  const options = found.map(({ index, column: _, ...option }, place) => {
    const end = found[place + 1]?.index ?? rows.length;
    const under = rowsUnder(rows.slice(index + 1, end), isHint);
    to = Math.max(to, index + under.length);
    return { ...option, under: under.map(({ text }) => text.trim()) };
  });
  return { options, from: first.index, to };
}

/** Choices without numbers: the rows around the one with the cursor that begin in the same column, or every second one. */
export function plainOptions(rows: readonly Line[], cursor: string): FoundOptions | null {
  const mark = new RegExp(`^(\\s*${cursor}\\s+)(?=\\S)`, "u");
  const chosen = rows.findLastIndex(({ text }) => mark.test(text));
  const column = mark.exec(rows[chosen]?.text ?? "")?.[1]?.length;
  if (column === undefined) return null;
  const { from, to, step } = columnAround(rows, chosen, column);
  const options = rows
    .slice(from, to + 1)
    .filter((_, index) => index % step === 0)
    .map(({ row, text }, index) => ({
      row,
      number: null,
      label: text.slice(column).trim(),
      under: [],
      tick: null,
      isChosen: from + index * step === chosen,
    }));
  return { options, from, to };
}

/** The rows around this one that begin in the column; every second row, if a gap is above and below each of them. */
export function columnAround(
  rows: readonly Line[],
  chosen: number,
  column: number,
): { from: number; to: number; step: 1 | 2 } {
  const isOne = (row: Line | undefined) => row !== undefined && row.text.search(/\S/) === column;
  const isGap = (index: number) => rows[index] !== undefined && isBlank(rows[index]);
  const step = isGap(chosen - 1) && isGap(chosen + 1) ? 2 : 1;
  const goesOn = (index: number, way: 1 | -1) => isOne(rows[index + way * step]) && (step === 1 || isGap(index + way));
  let [from, to] = [chosen, chosen];
  while (goesOn(from, -1)) from -= step;
  while (goesOn(to, 1)) to += step;
  return { from, to, step };
}

/** Down to a gap, a drawn line or the hint. */
function rowsUnder(rows: readonly Line[], isHint: (row: Line) => boolean): Line[] {
  const end = rows.findIndex((row) => isBlank(row) || isRule(row) || isHint(row));
  return rows.slice(0, end < 0 ? rows.length : end);
}

/** The label as one line, for choices whose words continue in the rows below. */
export function wholeLabel({ label, under }: FoundOption): string {
  return [label, ...under].join(" ").trim();
}

export function digitOf({ number }: FoundOption): readonly string[] | undefined {
  return number !== null && number <= 9 ? [String(number)] : undefined;
}

export function chosenOf(options: readonly FoundOption[]): number | null {
  const index = options.findIndex(({ isChosen }) => isChosen);
  return index < 0 ? null : index;
}

/** Joins rows into the text that they show, for people. */
export function textOf(rows: readonly Line[]): string | undefined {
  const indent = Math.min(...rows.filter((row) => !isBlank(row)).map(({ text }) => text.search(/\S/)));
  const text = rows
    .map((row) => row.text.slice(Number.isFinite(indent) ? indent : 0))
    .join("\n")
    .trim();
  return text === "" ? undefined : text;
}
