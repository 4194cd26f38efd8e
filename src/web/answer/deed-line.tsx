import { Words } from "../components/words.tsx";
import type { Deed } from "../live/acting.ts";
import { phaseWords, refusalWords } from "../view/deed-words.ts";
import { HOW_TO_ACT } from "../view/key-words.ts";

/** How far an action has come, or who refused it. */
export function DeedLine({ deed, onLookAgain }: { deed: Deed; onLookAgain(): void }) {
  switch (deed.phase) {
    case "sending":
      return (
        <p className="deed" role="status">
          {deed.what}: sending…
        </p>
      );
    case "told":
      return (
        <p className="deed" role="status">
          {deed.what}:{" "}
          {phaseWords(deed.phases).map(({ word, evidence }) => (
            <span key={word} className="phase" title={`known by: ${evidence}`}>
              {word}
            </span>
          ))}
          {deed.phases.length === 0 && <span className="phase">sent</span>}
        </p>
      );
    case "refused":
      return (
        <div className="deed refused" role="alert">
          <p>
            {refusalWords(deed)}
            <strong>{deed.fault.message}</strong>
            {deed.fault.code === "E_UNAUTHORIZED" && (
              <>
                . <Words text={HOW_TO_ACT} />
              </>
            )}{" "}
            <code>{deed.fault.code}</code>
          </p>
          <button type="button" className="button" onClick={onLookAgain}>
            Look again
          </button>
        </div>
      );
    default:
      return deed satisfies never;
  }
}
