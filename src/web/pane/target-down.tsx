import { Link } from "../common/link.tsx";
import { Words } from "../components/words.tsx";
import { useFleet, useLive } from "../live/use-live.ts";
import { useNow } from "../live/use-now.ts";
import { targetAdvice, targetWords } from "../view/target-words.ts";
import { useAction } from "./actions/use-action.ts";

/** For a pane whose target is out of reach: since when, why, and what to do. Nothing otherwise. */
export function TargetDown({ target }: { target: string }) {
  const { client } = useLive();
  const { state, run } = useAction<unknown>();
  const fleet = useFleet();
  const now = useNow();
  const down = fleet?.targetErrors.find((each) => each.target === target);
  return (
    <div className="target-down" role="status">
      {down !== undefined && (
        <div className="notice">
          <p>
            {targetWords(down, fleet?.summary.by_target[target] ?? 0, now)}
            <span className="why">{state.phase === "refused" ? state.fault.message : down.error.message}</span>
            <span className="why">
              <Words text={targetAdvice(down)} />
            </span>
          </p>
          <button
            type="button"
            className="button"
            disabled={state.phase === "doing"}
            onClick={() => void run(() => client.connectTarget(target))}
          >
            {state.phase === "doing" ? "Connecting…" : "Try now"}
          </button>
          <Link href="/hosts">Check {target}</Link>
        </div>
      )}
    </div>
  );
}
