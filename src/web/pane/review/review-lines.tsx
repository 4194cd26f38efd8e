import { Fragment, type ReactNode } from "react";
import type { DiffLine, Hunk } from "../../../core/review/parse-diff.ts";
import { splitLines } from "../../../core/review/split-lines.ts";
import { visibleText } from "../../../core/text/visible-text.ts";

export type Side = "old" | "new";

interface Props {
  hunks: readonly Hunk[];
  isSplit: boolean;
  onComment(side: Side, line: DiffLine): void;
  /** Drafts and the box for a new one, below their line. */
  below(side: Side, line: number): ReactNode;
}

/** The lines of a file, in one column or side by side. A number is a button that comments on its line. */
export function ReviewLines({ hunks, isSplit, onComment, below }: Props) {
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
  const words = (line: DiffLine | null) => (
    <td className="review-text" data-change={line === null ? "none" : line.kind}>
      {line !== null && <span className="review-sign">{SIGNS[line.kind]}</span>}
      {visibleText(line?.text ?? "")}
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
    <table className="review-lines" data-split={isSplit}>
      <colgroup>
        <col className="review-number" />
        <col className={isSplit ? undefined : "review-number"} />
        <col className={isSplit ? "review-number" : undefined} />
        {isSplit && <col />}
      </colgroup>
      <tbody>
        {hunks.map(({ head, lines }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one diff never change order
          <Fragment key={n}>
            <tr className="review-hunk">
              <td colSpan={columns}>{visibleText(head)}</td>
            </tr>
            {isSplit
              ? splitLines(lines).map(({ left, right }, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one diff never change order
                  <Fragment key={row}>
                    <tr>
                      {number("old", left)}
                      {words(left)}
                      {number("new", right)}
                      {words(right)}
                    </tr>
                    {left?.kind === "removed" && under(left, "old")}
                    {under(right, "new")}
                  </Fragment>
                ))
              : lines.map((line, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one diff never change order
                  <Fragment key={row}>
                    <tr>
                      {line.kind === "context" ? <td className="review-number">{line.old}</td> : number("old", line)}
                      {number("new", line)}
                      {words(line)}
                    </tr>
                    {under(line, line.kind === "removed" ? "old" : "new")}
                  </Fragment>
                ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

const SIGNS = { context: " ", added: "+", removed: "-" } as const;
