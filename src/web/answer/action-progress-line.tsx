import { Words } from "../components/words.tsx";
import type { ActionProgress } from "../live/acting.ts";
import { phaseWords, progressWords, refusalWords } from "../view/action-words.ts";
import { HOW_TO_ACT } from "../view/key-words.ts";

/** Progress of an action, or why it was refused. */
export function ActionProgressLine({ progress, onLookAgain }: { progress: ActionProgress; onLookAgain(): void }) {
  switch (progress.phase) {
    case "sending":
      return (
        <p className="action-status" role="status">
          {progressWords(progress)}
        </p>
      );
    case "told":
      return (
        <p className="action-status" role="status">
          {progress.what}
          {progress.words !== undefined && ` “${progress.words}”`}:{" "}
          {phaseWords(progress.phases).map(({ word, evidence }) => (
            <span key={word} className="phase" title={`known by: ${evidence}`}>
              {word}
            </span>
          ))}
          {progress.phases.length === 0 && <span className="phase">sent</span>}
        </p>
      );
    case "refused":
      return (
        <div className="action-status refused" role="alert">
          <p>
            {refusalWords(progress)}
            <strong>{progress.fault.message}</strong>
            {progress.fault.code === "E_UNAUTHORIZED" && (
              <>
                . <Words text={HOW_TO_ACT} />
              </>
            )}{" "}
            <code>{progress.fault.code}</code>
          </p>
          <button type="button" className="button" onClick={onLookAgain}>
            Look again
          </button>
        </div>
      );
    default:
      return progress satisfies never;
  }
}
