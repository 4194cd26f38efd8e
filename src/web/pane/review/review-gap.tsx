import type { Widening } from "../../../core/review/more-lines.ts";
import { LINES_AT_ONCE, type MoreLines } from "./use-more-lines.ts";

/** Buttons that show more of the lines which are hidden between two parts of a file, above the first or below the last. */
export function ReviewGap({ more, gap }: { more: MoreLines; gap: number }) {
  const [lines = 0, isLast] = [more.gaps[gap], gap === more.hunks.length];
  if (lines === 0)
    return isLast && more.isCut ? <p className="quiet-words">The file is long: its end cannot be shown here.</p> : null;
  const isShort = lines !== null && lines <= LINES_AT_ONCE;
  const button = (how: Widening, words: string, label: string) => (
    <button
      type="button"
      className="button small"
      aria-label={label}
      disabled={more.reading.state.phase === "doing"}
      onClick={() => void more.show(gap, how)}
    >
      {words}
    </button>
  );
  return (
    <div className="review-gap">
      {gap > 0 && !isShort && button("after", `↓ ${LINES_AT_ONCE} lines`, `Show ${LINES_AT_ONCE} lines below`)}
      {!isLast && !isShort && button("before", `↑ ${LINES_AT_ONCE} lines`, `Show ${LINES_AT_ONCE} lines above`)}
      {lines === null
        ? button("all", "to the end", "Show all lines to the end")
        : button("all", `all ${lines} lines`, `Show all ${lines} lines`)}
    </div>
  );
}
