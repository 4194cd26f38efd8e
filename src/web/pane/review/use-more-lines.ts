import { useMemo, useState } from "react";
import { gapsOf, hunksIn, type Range, rangesOf, type Widening, widen } from "../../../core/review/more-lines.ts";
import type { DiffLine, FileDiff, Hunk } from "../../../core/review/parse-diff.ts";
import { type PaneAction, useAction } from "../actions/use-action.ts";
import type { ReadWhole } from "./use-diff.ts";

/** Lines that one click shows. */
export const LINES_AT_ONCE = 20;

interface Whole {
  /** The diff that was shown when it was read. */
  of: FileDiff;
  lines: readonly DiffLine[];
  ranges: readonly Range[];
  isCut: boolean;
  /** The first of the lines that were shown last. */
  first: number | null;
}

export interface MoreLines {
  hunks: readonly Hunk[];
  /** Hidden lines above each part and below the last; null where there may be some. */
  gaps: readonly (number | null)[];
  /** The end of the file is too far away to be shown. */
  isCut: boolean;
  reading: PaneAction<unknown>;
  first: number | null;
  show(gap: number, how: Widening): Promise<void>;
}

/** Lines between the changes of a file. The file is read as a whole when the first of them are asked for. */
export function useMoreLines(file: FileDiff, context: number, readWhole: ReadWhole, onChanged: () => void): MoreLines {
  const reading = useAction<Whole | null>();
  const [kept, setKept] = useState<Whole | null>(null);
  const whole = kept?.of === file ? kept : null;
  const hunks = useMemo(
    () => (whole === null ? file.hunks : hunksIn(whole.lines, whole.ranges, file.hunks)),
    [whole, file],
  );
  const show = async (gap: number, how: Widening) => {
    const read = whole ?? (await reading.run(() => wholeOf(file, readWhole, onChanged)));
    if (read === null) return;
    const ranges = widen(read.ranges, read.lines.length, gap, { how, by: LINES_AT_ONCE });
    const isIn = (all: readonly Range[], at: number) => all.some(([from, to]) => from <= at && at < to);
    const first = read.lines.find((_, at) => isIn(ranges, at) && !isIn(read.ranges, at))?.new ?? null;
    setKept({ ...read, ranges, first });
  };
  const gaps = gapsOf(hunks, endOf(file, whole, context));
  return { hunks, gaps, isCut: whole?.isCut === true, first: whole?.first ?? null, reading, show };
}

/** If another diff is there by now, all of it is read again. */
async function wholeOf(file: FileDiff, readWhole: ReadWhole, onChanged: () => void): Promise<Whole | null> {
  const found = await readWhole(file);
  const lines = found?.file.hunks.flatMap((hunk) => hunk.lines) ?? [];
  const ranges = rangesOf(lines, file.hunks);
  if (found !== null && ranges !== null) return { of: file, lines, ranges, isCut: found.isCut, first: null };
  onChanged();
  return null;
}

/** The file's last line, as far as it can be shown; null if it is not known. */
function endOf(file: FileDiff, whole: Whole | null, context: number): number | null {
  if (whole !== null) return whole.lines.findLast((line) => line.new !== null)?.new ?? 0;
  const last = file.hunks.at(-1)?.lines ?? [];
  const unchanged = last.length - 1 - last.findLastIndex(({ kind }) => kind !== "context");
  // fewer than were asked for: these are the last
  return unchanged < context ? (last.findLast((line) => line.new !== null)?.new ?? 0) : null;
}
