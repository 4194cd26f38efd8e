import type { CompleteReport } from "../../../core/protocol/actions.ts";
import type { PaneItem } from "../../../core/protocol/lists.ts";
import { useLive } from "../../live/use-live.ts";
import { Phases } from "./phases.tsx";
import { Refusal } from "./refusal.tsx";
import { type PaneAction, useAction } from "./use-action.ts";

/** Tells an agent that signals by squad to bring its task to an end: that it does shows before it has said so. */
export function useComplete(pane: PaneItem): { action: PaneAction<CompleteReport>; complete(): void } {
  const { client } = useLive();
  const action = useAction<CompleteReport>();
  const { ref, runtime_id, state } = pane;
  const guards = { ...(runtime_id !== null && { if_runtime: runtime_id }), if_state: [state] };
  return { action, complete: () => void action.run(() => client.complete({ ref, guards })) };
}

export function CompleteOutcome({
  action: { state, forget },
  onLookAgain,
}: {
  action: PaneAction<CompleteReport>;
  onLookAgain(): void;
}) {
  if (state.phase === "ready") return null;
  const lookAgain = () => {
    forget();
    onLookAgain();
  };
  if (state.phase === "refused") return <Refusal what="Complete" fault={state.fault} onLookAgain={lookAgain} />;
  return (
    <p className="deed" role="status">
      {state.phase === "doing" ? "Complete: sending…" : <Phases what="Complete" report={state.report} />}
    </p>
  );
}
