import { Fragment, type ReactNode, useMemo, useRef } from "react";
import type { DiffLine, Hunk } from "../../../core/review/parse-diff.ts";
import { type SplitRow, splitLines } from "../../../core/review/split-lines.ts";
import { visibleText } from "../../../core/text/visible-text.ts";
import { TOUCH, useMedia } from "../../common/use-media.ts";
import { ReviewGap } from "./review-gap.tsx";
import { useColours } from "./use-colours.ts";
import type { MoreLines } from "./use-more-lines.ts";

export type Side = "old" | "new";

interface Common {
  language: string | null;
  isSplit: boolean;
  onComment(side: Side, line: DiffLine): void;
  /** Drafts and the box for a new one, below their line. */
  below(side: Side, line: number): ReactNode;
}

/** So many rows are a table of their own, which is drawn and coloured when it is scrolled to: within a frame. */
const ROWS_OF_PART = 40;
/** So many rows are read as one text for their colours: what begins before them is not seen. */
const ROWS_OF_TEXT = 200;

/** The lines of a file, in one column or side by side. A number is a button that comments on its line; a finger may tap the line. */
export function ReviewLines({ more, ...common }: Common & { more: MoreLines }) {
  const { isSplit } = common;
  const { hunks } = more;
  const parts = useMemo(() => hunks.flatMap((hunk, gap) => partsOf(hunk, gap, isSplit)), [hunks, isSplit]);
  return (
    <>
      {parts.map(({ gap, ...part }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one diff never change order
        <ReviewPart key={n} {...part} {...common} gap={gap !== null && <ReviewGap more={more} gap={gap} />} />
      ))}
      <ReviewGap more={more} gap={hunks.length} />
    </>
  );
}

interface Part {
  /** Null if it goes on with the part before. */
  head: string | null;
  rows: SplitRow[];
  /** The lines that are coloured together with these. */
  text: readonly DiffLine[];
}

function partsOf({ head, lines }: Hunk, gap: number, isSplit: boolean): (Part & { gap: number | null })[] {
  const rows = isSplit ? splitLines(lines) : lines.map((line) => ({ left: line, right: line }));
  const texts = cut(rows, ROWS_OF_TEXT).map(linesOf);
  return cut(rows, ROWS_OF_PART).map((part, n) => ({
    ...(n === 0 ? { head, gap } : { head: null, gap: null }),
    rows: part,
    text: texts[Math.floor((n * ROWS_OF_PART) / ROWS_OF_TEXT)] ?? [],
  }));
}

function ReviewPart({
  head,
  gap,
  rows,
  text,
  language,
  isSplit,
  onComment,
  below,
}: Part & Common & { gap: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const colours = useColours(box, text, language);
  const isTouched = useMedia(TOUCH);
  const columns = isSplit ? 4 : 3;
  const number = (side: Side, line: DiffLine | null) => {
    const at = line?.[side] ?? null;
    if (line === null || at === null) return <td className="review-number" />;
    return (
      <td className="review-number">
        <button
          type="button"
          aria-label={`Comment on line ${at}${side === "old" ? " as it was" : ""}`}
          onClick={() => onComment(side, line)}
        >
          {at}
        </button>
      </td>
    );
  };
  const words = (line: DiffLine | null, side: Side) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button with its number is for keys
    <td
      className="review-text"
      data-change={line === null ? "none" : line.kind}
      onClick={isTouched && line !== null ? () => onComment(side, line) : undefined}
    >
      {line !== null && <span className="review-sign">{SIGNS[line.kind]}</span>}
      {(line === null ? undefined : colours?.get(line))?.map(({ text, colour }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line never change order
        <span key={n} data-colour={colour ?? undefined}>
          {visibleText(text)}
        </span>
      )) ?? visibleText(line?.text ?? "")}
    </td>
  );
  const under = (line: DiffLine | null, side: Side) => {
    const at = line?.[side] ?? null;
    const shown = at === null ? null : below(side, at);
    return shown === null ? null : (
      <tr>
        <td colSpan={columns} className="review-below">
          {shown}
        </td>
      </tr>
    );
  };
  return (
    <div className="review-part" data-rows={rows.length >= ROWS_OF_PART ? "many" : undefined} ref={box}>
      <table className="review-lines" data-split={isSplit}>
        <colgroup>
          <col className="review-number" />
          <col className={isSplit ? undefined : "review-number"} />
          <col className={isSplit ? "review-number" : undefined} />
          {isSplit && <col />}
        </colgroup>
        <tbody>
          {head !== null && (
            <tr className="review-hunk">
              <td colSpan={columns}>
                {gap}
                {visibleText(head)}
              </td>
            </tr>
          )}
          {rows.map(({ left, right }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one diff never change order
            <Fragment key={row}>
              {isSplit ? (
                <tr>
                  {number("old", left)}
                  {words(left, "old")}
                  {number("new", right)}
                  {words(right, "new")}
                </tr>
              ) : (
                <tr>
                  {left?.kind === "context" ? <td className="review-number">{left.old}</td> : number("old", left)}
                  {number("new", right)}
                  {words(right, right?.kind === "removed" ? "old" : "new")}
                </tr>
              )}
              {left?.kind === "removed" && under(left, "old")}
              {right?.kind !== "removed" && under(right, "new")}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cut<Item>(items: readonly Item[], length: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, n) => items.slice(n * length, (n + 1) * length));
}

/** Each line once, in the order of the diff. */
function linesOf(rows: readonly SplitRow[]): DiffLine[] {
  return [...new Set(rows.flatMap(({ left, right }) => [left, right]).filter((line) => line !== null))];
}

const SIGNS = { context: " ", added: "+", removed: "-" } as const;
