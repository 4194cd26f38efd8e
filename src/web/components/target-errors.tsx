import type { Fleet } from "../live/fleet.ts";
import { targetAdvice, targetWords } from "../view/target-words.ts";
import { Words } from "./words.tsx";

/** Always rendered, even when empty: screen readers announce only changes in a live region that already exists. */
export function TargetErrors({ fleet }: { fleet: Fleet | null }) {
  return (
    <div className="targets" role="status">
      {fleet?.targetErrors.map((targetError) => (
        <p className="notice" key={targetError.target}>
          {targetWords(targetError, fleet.summary.by_target[targetError.target] ?? 0, fleet.at)}
          <span className="why">{targetError.error.message}</span>
          <span className="why advice">
            <Words text={targetAdvice(targetError)} />
          </span>
        </p>
      ))}
    </div>
  );
}
