import { memo } from "react";
import { AnswerBox } from "../answer/answer-box.tsx";
import { Age } from "../components/age.tsx";
import { PaneSymbol } from "../components/pane-symbol.tsx";
import { usePane, useQuestion } from "../live/use-live.ts";
import { targetSession } from "../view/arrange.ts";
import { askWords, knownBy, partWords } from "../view/ask-words.ts";
import type { Shown } from "../view/settle.ts";
import { describeState, lookOf } from "../view/state-look.ts";

export interface RowHandlers {
  select(key: string): void;
  open(key: string): void;
  acted(key: string): void;
  looked(key: string): void;
  mayAct(): boolean;
}

interface Props {
  row: Shown;
  isSelected: boolean;
  on: RowHandlers;
}

/** One decision: who, where, what it asks, since when, how we know, and the ways to answer. All that a pane says is text. */
export const InboxRow = memo(
  function InboxRow({ row: { key, pane, gone, isNew }, isSelected, on }: Props) {
    const question = useQuestion(pane);
    const now = usePane(pane.identity.target, pane.identity.pane_id);
    const { attention } = pane;
    const titleId = `ask-${key}`;
    return (
      <li>
        <article
          id={`row-${key}`}
          className="ask"
          data-state={lookOf(pane)}
          data-gone={gone}
          data-new={isNew}
          tabIndex={isSelected ? 0 : -1}
          aria-labelledby={titleId}
          aria-current={isSelected ? "true" : undefined}
          onPointerEnter={() => isNew && on.looked(key)}
          onFocus={() => on.select(key)}
          onPointerDown={() => on.select(key)}
        >
          <header className="ask-head">
            <PaneSymbol pane={pane} />
            <span className="visually-hidden">{describeState(pane)}</span>
            <span className="agent">{pane.agent ?? pane.command}</span>
            <span className="place" title={pane.ref}>
              {targetSession(pane)}
            </span>
            {isNew && <span className="new">new</span>}
            <Age since={attention.raised_at} />
          </header>
          {partWords(question) !== "" && <p className="part">{partWords(question)}</p>}
          <h2 className="ask-words" id={titleId}>
            {askWords(pane, question)}
          </h2>
          {gone ? (
            <p className="deed">Handled: {now === null ? "the pane is gone" : `now ${describeState(now)}`}</p>
          ) : (
            <AnswerBox
              pane={pane}
              hasKeys={isSelected}
              onOpen={() => on.open(key)}
              onActed={() => on.acted(key)}
              mayAct={on.mayAct}
            />
          )}
          <footer className="ask-foot" title={pane.because}>
            {attention.label} · {knownBy(pane)}
          </footer>
        </article>
      </li>
    );
  },
  (a, b) =>
    a.row.pane === b.row.pane &&
    a.row.gone === b.row.gone &&
    a.row.isNew === b.row.isNew &&
    a.isSelected === b.isSelected &&
    a.on === b.on,
);
