import type { Question } from "../../core/protocol/actions/questions.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { progressKey } from "../live/acting.ts";
import { useActionProgress } from "../live/use-live.ts";
import { progressWords } from "../view/action-words.ts";
import type { Shown } from "../view/settle.ts";

interface Props {
  row: Shown;
  question: Question | null;
  /** The pane as it is now; null if it is gone. */
  now: PaneItem | null;
  /** Beside the question, where the row does not show its answer box. */
  isBrief: boolean;
  onRenew(): void;
}

/** The answer given in a row, its progress, and what happened to the pane. */
export function RowProgress({ row: { pane, gone, asksAgain }, question, now, isBrief, onRenew }: Props) {
  const progress = useActionProgress(progressKey(pane, question));
  if (!gone && (!isBrief || progress === null)) return null;
  return (
    <span className="action-status" data-refused={progress?.phase === "refused"}>
      {progress !== null && <span className="answered">{progressWords(progress)}</span>}
      {gone && !asksAgain && <span>Handled: {now === null ? "the pane is gone" : `now ${now.label}`}</span>}
      {asksAgain && (
        <button type="button" className="quiet" onClick={onRenew}>
          It asks again: show
        </button>
      )}
    </span>
  );
}
