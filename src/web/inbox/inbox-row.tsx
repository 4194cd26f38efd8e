import { memo, type PointerEvent } from "react";
import { changesOf, promptOf } from "../../core/lists/who.ts";
import { AnswerBox } from "../answer/answer-box.tsx";
import { TOUCH, useMedia } from "../common/use-media.ts";
import { StillWorking } from "../components/still-working.tsx";
import { usePane, useQuestion } from "../live/use-live.ts";
import { askWords, knownBy, partWords, subjectWords } from "../view/ask-words.ts";
import type { Shown } from "../view/settle.ts";
import { lookOf } from "../view/state-look.ts";
import { QuickActions } from "./quick-actions.tsx";
import { RowHead } from "./row-head.tsx";
import { RowProgress } from "./row-progress.tsx";

export interface RowHandlers {
  /** `extends`: marks all rows from the selected one to this one. */
  select(key: string, how?: { extends: boolean }): void;
  open(key: string): void;
  mark(key: string): void;
  /** `hasMore`: a further part of the question follows. */
  acted(key: string, hasMore: boolean): void;
  looked(key: string): void;
  renew(key: string): void;
}

interface Props {
  row: Shown;
  isSelected: boolean;
  isMarked: boolean;
  /** Whether a tap marks the row. */
  isMarking: boolean;
  on: RowHandlers;
}

/** One inbox item in two lines; the selected one is whole, with its answers. Text from the pane is rendered as text only. */
export const InboxRow = memo(
  function InboxRow({ row, isSelected, isMarked, isMarking, on }: Props) {
    const { key, pane, gone, isNew } = row;
    const question = useQuestion(pane);
    const now = usePane(pane.identity.target, pane.identity.pane_id);
    const hasMore = question?.part !== undefined && question.part.n < question.part.of;
    const isTouched = useMedia(TOUCH);
    const isWhole = isSelected && !gone && !isTouched;
    const changes = changesOf(pane.doing?.changes ?? null);
    const titleId = `ask-${key}`;
    const point = (event: PointerEvent) => {
      if (isTouched) return;
      // a range of rows is marked, not of text
      if (event.shiftKey) event.preventDefault();
      on.select(key, { extends: event.shiftKey });
    };
    const tap = () => isTouched && (isMarking ? on.mark(key) : on.open(key));
    return (
      <li>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list has keys for all of it */}
        <article
          id={`row-${key}`}
          className="ask"
          data-state={lookOf(pane)}
          data-gone={gone}
          data-new={isNew}
          data-marked={isMarked}
          data-whole={isWhole}
          tabIndex={isSelected ? 0 : -1}
          aria-labelledby={titleId}
          aria-current={isSelected ? "true" : undefined}
          onPointerEnter={() => isNew && on.looked(key)}
          onFocus={() => on.select(key)}
          onPointerDown={point}
          onClick={tap}
        >
          <RowHead
            row={row}
            question={question}
            isMarked={isMarked}
            isMarking={isMarking}
            onMark={() => on.mark(key)}
          />
          <div className="ask-second">
            <div className="ask-parts">
              <RowProgress row={row} question={question} now={now} isBrief={!isWhole} onRenew={() => on.renew(key)} />
              {partWords(question) !== "" && <span className="part">{partWords(question)}</span>}
              <h3 className="ask-words" id={titleId}>
                {askWords(pane, question)}
              </h3>
              <StillWorking pane={pane} />
              {!isWhole && subjectWords(question) !== "" && <code className="subject">{subjectWords(question)}</code>}
            </div>
            {changes !== "" && <span className="not-committed">{changes}</span>}
          </div>
          {isWhole && (
            <AnswerBox pane={pane} hasKeys onOpen={() => on.open(key)} onActed={() => on.acted(key, hasMore)} />
          )}
          {isWhole && promptOf(pane) !== "" && <p className="last-prompt">Asked for: {promptOf(pane)}</p>}
          {isWhole && (
            <footer className="ask-foot" title={pane.because}>
              {pane.identity.target}/{pane.identity.session_name} {pane.window_index}:{pane.window_name} ·{" "}
              {knownBy(pane)}
            </footer>
          )}
          {!isWhole && !gone && <QuickActions pane={pane} question={question} onOpen={() => on.open(key)} />}
        </article>
      </li>
    );
  },
  (a, b) =>
    a.row.pane === b.row.pane &&
    a.row.gone === b.row.gone &&
    a.row.isNew === b.row.isNew &&
    a.row.asksAgain === b.row.asksAgain &&
    a.isSelected === b.isSelected &&
    a.isMarked === b.isMarked &&
    a.isMarking === b.isMarking &&
    a.on === b.on,
);
