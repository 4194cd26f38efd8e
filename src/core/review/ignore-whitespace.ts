import type { DiffLine, FileDiff, Hunk } from "./parse-diff.ts";

/** Blocks with more pairs of lines than this are compared line by line in their order. */
const MOST_PAIRS = 250_000;

/** The same file without changes of blanks alone: such lines count as unchanged, and parts of only such lines are left out. */
export function ignoreWhitespace(file: FileDiff): FileDiff {
  const hunks = file.hunks.flatMap((hunk) => {
    const lines = linesOf(hunk);
    return lines.some(({ kind }) => kind !== "context") ? [{ ...hunk, lines }] : [];
  });
  const count = (kind: DiffLine["kind"]) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0);
  return { ...file, hunks, added: count("added"), removed: count("removed") };
}

function linesOf({ lines }: Hunk): DiffLine[] {
  const result: DiffLine[] = [];
  let [removed, added]: [DiffLine[], DiffLine[]] = [[], []];
  const flush = () => {
    result.push(...joined(removed, added));
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === "context" || (line.kind === "removed" && added.length > 0)) flush();
    if (line.kind === "context") result.push(line);
    else (line.kind === "removed" ? removed : added).push(line);
  }
  flush();
  return result;
}

/** Lines of a block, those that are the same but for blanks joined into one. */
function joined(removed: readonly DiffLine[], added: readonly DiffLine[]): DiffLine[] {
  const result: DiffLine[] = [];
  let [from, to] = [0, 0];
  for (const [left, right] of [...samePairs(removed, added), [removed.length, added.length] as const]) {
    result.push(...removed.slice(from, left), ...added.slice(to, right));
    const [before, now] = [removed[left], added[right]];
    if (before !== undefined && now !== undefined)
      result.push({ kind: "context", old: before.old, new: now.new, text: now.text });
    [from, to] = [left + 1, right + 1];
  }
  return result;
}

/** The longest sequence of pairs that are the same without blanks. */
function samePairs(removed: readonly DiffLine[], added: readonly DiffLine[]): (readonly [number, number])[] {
  const [left, right] = [removed.map(bare), added.map(bare)];
  if (left.length * right.length > MOST_PAIRS)
    return left.flatMap((text, n) => (text === right[n] ? [[n, n] as const] : []));
  const width = right.length + 1;
  const longest = new Uint32Array((left.length + 1) * width);
  for (let l = left.length - 1; l >= 0; l -= 1)
    for (let r = right.length - 1; r >= 0; r -= 1)
      longest[l * width + r] =
        left[l] === right[r]
          ? (longest[(l + 1) * width + r + 1] ?? 0) + 1
          : Math.max(longest[(l + 1) * width + r] ?? 0, longest[l * width + r + 1] ?? 0);
  const pairs: (readonly [number, number])[] = [];
  for (let [l, r] = [0, 0]; l < left.length && r < right.length; ) {
    if (left[l] === right[r]) pairs.push([l++, r++]);
    else if ((longest[(l + 1) * width + r] ?? 0) >= (longest[l * width + r + 1] ?? 0)) l += 1;
    else r += 1;
  }
  return pairs;
}

function bare({ text }: DiffLine): string {
  return text.replaceAll(/\s+/g, "");
}
