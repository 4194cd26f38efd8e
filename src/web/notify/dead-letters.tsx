import type { Delivery, NotifyRetried } from "../../core/protocol/notify/notify.ts";
import { Age } from "../components/age.tsx";
import { useLive } from "../live/use-live.ts";
import { FaultLine } from "../manage/parts/fault-line.tsx";
import { useAction } from "../pane/actions/use-action.ts";
import { letterTitle } from "./channel-words.ts";

const MAX_SHOWN = 20;

interface Props {
  letters: readonly Delivery[];
  total: number;
  onRetried(): Promise<void>;
}

/** Notifications that were not delivered, with a retry button. */
export function DeadLetters({ letters, total, onRetried }: Props) {
  const { client } = useLive();
  const { state, run } = useAction<NotifyRetried>();
  const isDoing = state.phase === "doing";
  if (total === 0 && state.phase !== "refused") return null;
  const retry = async (key: string | null) => {
    await run(() => client.retryNotifications(key));
    await onRetried();
  };
  return (
    <>
      <h3>Not delivered</h3>
      {state.phase === "refused" && <FaultLine what="Retry" fault={state.fault} />}
      <ul className="rows">
        {letters.slice(0, MAX_SHOWN).map((letter) => (
          <li key={letter.key} className="row">
            <div className="row-words">
              <p>{letterTitle(letter)}</p>
              <p className="quiet-words">
                to <code>{letter.channel}</code>, given up <Age since={letter.settled_at} /> ago after {letter.attempts}{" "}
                {letter.attempts === 1 ? "attempt" : "attempts"}: {letter.outcome}
              </p>
            </div>
            <div className="row-actions">
              <button type="button" className="button" disabled={isDoing} onClick={() => void retry(letter.key)}>
                Retry <span className="visually-hidden">{letterTitle(letter)}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
      {total > MAX_SHOWN && <p className="quiet-words">And {total - MAX_SHOWN} more.</p>}
      {total > 1 && (
        <div className="row-actions">
          <button type="button" className="button" disabled={isDoing} onClick={() => void retry(null)}>
            Retry all {total}
          </button>
        </div>
      )}
    </>
  );
}
