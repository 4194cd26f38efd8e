import { useEffect, useState } from "react";
import type { FinishReport } from "../../../core/protocol/actions/finish.ts";
import type { Disposed } from "../../../core/protocol/actions/spawn.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { useLive } from "../../live/use-live.ts";
import { Refusal } from "../actions/refusal.tsx";
import { useAction } from "../actions/use-action.ts";
import { FinishSteps } from "./finish-steps.tsx";

interface Props {
  pane: PaneItem;
  report: FinishReport;
  onTakenBack(): void;
}

/** What was done, and what can follow: taking it back, or disposing of the agent. */
export function FinishDone({ pane, report, onTakenBack }: Props) {
  const { client } = useLive();
  const { ref } = pane;
  const undoing = useAction<FinishReport>();
  const disposing = useAction<Disposed>();
  const spawned = useSpawned(pane);
  const shown = undoing.state.phase === "done" ? undoing.state.report : null;
  const showHow = () => void undoing.run(() => client.finish({ ref, undo: true }));
  const takeBack = async (confirm: string) => {
    const taken = await undoing.run(() => client.finish({ ref, undo: true, confirm }));
    if (taken !== null) onTakenBack();
  };
  if (disposing.state.phase === "done") return <p role="status">It is disposed of.</p>;
  return (
    <>
      <div role="status">
        <FinishSteps steps={report.steps} />
      </div>
      {undoing.state.phase === "refused" && (
        <Refusal what="Take it back" fault={undoing.state.fault} onLookAgain={showHow} />
      )}
      {disposing.state.phase === "refused" && (
        <Refusal what="Dispose" fault={disposing.state.fault} onLookAgain={disposing.forget} />
      )}
      {shown !== null && <FinishSteps steps={shown.steps} />}
      <div className="dialog-actions">
        {report.undo.length > 0 &&
          (shown === null ? (
            <button type="button" className="button" disabled={undoing.state.phase === "doing"} onClick={showHow}>
              Take it back…
            </button>
          ) : (
            <button type="button" className="button danger" onClick={() => void takeBack(shown.confirm ?? "")}>
              Take it back
            </button>
          ))}
        {spawned !== null && report.is_done && (
          <button
            type="button"
            className="button"
            disabled={disposing.state.phase === "doing"}
            onClick={() => void disposing.run(() => client.dispose(spawned))}
          >
            Dispose of the agent
          </button>
        )}
      </div>
    </>
  );
}

/** The session id of a spawned agent; null for others. */
function useSpawned({ identity: { target, pane_id } }: PaneItem): string | null {
  const { client } = useLive();
  const [session, setSession] = useState<string | null>(null);
  useEffect(() => {
    client.spawned().then(
      ({ items }) =>
        setSession(items.find((each) => each.target === target && each.pane_id === pane_id)?.session_id ?? null),
      () => setSession(null),
    );
  }, [client, target, pane_id]);
  return session;
}
