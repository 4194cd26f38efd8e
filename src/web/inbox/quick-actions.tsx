import type { SyntheticEvent } from "react";
import type { Question } from "../../core/protocol/actions/questions.ts";
import type { WaitingPane } from "../live/acting.ts";
import { useLive } from "../live/use-live.ts";
import { answerOptionsOf } from "../view/answer-options.ts";

interface Props {
  pane: WaitingPane;
  question: Question | null;
  onOpen(): void;
}

/** The buttons of a row under the pointer. Answers are not among them: only the selected row shows what they are for. */
export function QuickActions({ pane, question, onOpen }: Props) {
  const { seeing } = useLive();
  const mayBeSeen = answerOptionsOf(pane, question).some(({ type }) => type === "seen");
  return (
    <div className="quick">
      {mayBeSeen && (
        <button type="button" className="button" {...ASIDE} onClick={() => seeing.see([pane])}>
          Seen
        </button>
      )}
      <button type="button" className="button" {...ASIDE} onClick={onOpen}>
        Open
      </button>
    </div>
  );
}

/** Pressing these neither selects the row nor takes the focus. */
const ASIDE = {
  tabIndex: -1,
  onPointerDown: (event: SyntheticEvent) => event.stopPropagation(),
  onMouseDown: (event: SyntheticEvent) => event.preventDefault(),
};
