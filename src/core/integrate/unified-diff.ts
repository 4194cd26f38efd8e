const CONTEXT = 3;
/** Beyond this the changed middle is shown as replaced as a whole: a table of that size would take too long. */
const MAX_CELLS = 4_000_000;

interface Line {
  sign: " " | "-" | "+";
  text: string;
}

/** The change from one text to another in the format of `diff -u`; null means no file. Empty if there is no change. */
export function unifiedDiff(path: string, before: string | null, after: string | null): string {
  if (before === after) return "";
  const lines = compare(linesOf(before ?? ""), linesOf(after ?? ""));
  const head = [`--- ${before === null ? "/dev/null" : path}`, `+++ ${after === null ? "/dev/null" : path}`];
  return [...head, ...hunks(lines)].join("\n");
}

/** Each line includes its line end, so that a missing last one shows. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function compare(before: readonly string[], after: readonly string[]): Line[] {
  const shortest = Math.min(before.length, after.length);
  let head = 0;
  while (head < shortest && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return [
    ...signed(" ", before.slice(0, head)),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...signed(" ", before.slice(before.length - tail)),
  ];
}

/** Compares by the longest common subsequence. */
function middle(before: readonly string[], after: readonly string[]): Line[] {
  if (before.length * after.length > MAX_CELLS) return [...signed("-", before), ...signed("+", after)];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old = "", young = ""] = [before[row], after[column]];
    if (row < before.length && column < after.length && old === young) {
      lines.push({ sign: " ", text: old });
      row += 1;
      column += 1;
    } else if (column >= after.length || (row < before.length && at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ sign: "-", text: old });
      row += 1;
    } else {
      lines.push({ sign: "+", text: young });
      column += 1;
    }
  }
  return lines;
}

function signed(sign: Line["sign"], texts: readonly string[]): Line[] {
  return texts.map((text) => ({ sign, text }));
}

function hunks(lines: readonly Line[]): string[] {
  const out: string[] = [];
  const changed = lines.flatMap(({ sign }, index) => (sign === " " ? [] : [index]));
  for (let first = 0; first < changed.length; ) {
    let last = first;
    while (last + 1 < changed.length && gap(changed, last) <= 2 * CONTEXT + 1) last += 1;
    const start = Math.max(0, (changed[first] ?? 0) - CONTEXT);
    out.push(...hunk(lines, start, Math.min(lines.length, (changed[last] ?? 0) + CONTEXT + 1)));
    first = last + 1;
  }
  return out;
}

function gap(places: readonly number[], index: number): number {
  return (places[index + 1] ?? 0) - (places[index] ?? 0);
}

function hunk(lines: readonly Line[], start: number, end: number): string[] {
  const part = lines.slice(start, end);
  const range = (without: Line["sign"]) => {
    const [before, count] = [lines.slice(0, start), part].map(
      (some) => some.filter(({ sign }) => sign !== without).length,
    );
    return `${(before ?? 0) + (count === 0 ? 0 : 1)},${count}`;
  };
  const rows = part.flatMap(({ sign, text }) =>
    text.endsWith("\n") ? [sign + text.slice(0, -1)] : [sign + text, "\\ No newline at end of file"],
  );
  return [`@@ -${range("+")} +${range("-")} @@`, ...rows];
}
