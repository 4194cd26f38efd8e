/** Above this many line pairs, skip the comparison: all old lines, then all new ones. */
const MAX_PAIRS = 1_000_000;

/** The lines of a diff: ` ` kept, `-` removed, `+` added. */
export function lineDiff(before: string, after: string): string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let from = 0;
  while (from < old.length && from < now.length && old[from] === now[from]) from += 1;
  let end = 0;
  while (end < old.length - from && end < now.length - from && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const middle = changes(old.slice(from, old.length - end), now.slice(from, now.length - end));
  const stays = (lines: readonly string[]) => lines.map((line) => ` ${line}`);
  return [...stays(old.slice(0, from)), ...middle, ...stays(old.slice(old.length - end))];
}

/** A final line break ends the last line and starts no new one. */
function linesOf(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

function changes(old: readonly string[], now: readonly string[]): string[] {
  if (old.length * now.length > MAX_PAIRS) return [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
  const common = commonLengths(old, now);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [gone, come] = [common[i + 1]?.[j] ?? -1, common[i]?.[j + 1] ?? -1];
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push(` ${old[i]}`);
      i += 1;
      j += 1;
    } else if (i < old.length && (j === now.length || gone >= come)) {
      lines.push(`-${old[i]}`);
      i += 1;
    } else {
      lines.push(`+${now[j]}`);
      j += 1;
    }
  }
  return lines;
}

/** Longest common subsequence lengths of the suffixes from each pair of lines on. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const [row, below] = [table[i] as number[], table[i + 1] as number[]];
      row[j] = old[i] === now[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  return table;
}
