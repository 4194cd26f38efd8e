import type { Fleet } from "../live/fleet.ts";
import { targetWords } from "../view/target-words.ts";

/** Always there, empty or not: screen readers tell only what appears in a region that they know already. */
export function TargetErrors({ fleet }: { fleet: Fleet | null }) {
  return (
    <div className="targets" role="status">
      {fleet?.targetErrors.map((targetError) => (
        <p className="notice" key={targetError.target}>
          {targetWords(targetError, fleet.summary.by_target[targetError.target] ?? 0, fleet.at)}
          <span className="why">{targetError.error.message}</span>
        </p>
      ))}
    </div>
  );
}
