import type { CompleteReport } from "../../../core/protocol/actions/actions.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { textGuards } from "../../live/text-guards.ts";
import { useLive } from "../../live/use-live.ts";
import { Phases } from "./phases.tsx";
import { Refusal } from "./refusal.tsx";
import { type PaneAction, useAction } from "./use-action.ts";

/** Tells an agent that uses squad signals to finish its task; the state shows this before the agent confirms it. */
export function useComplete(pane: PaneItem): { action: PaneAction<CompleteReport>; complete(): void } {
  const { client } = useLive();
  const action = useAction<CompleteReport>();
  const { ref } = pane;
  const complete = async () => client.complete({ ref, guards: textGuards(pane, pane) });
  return { action, complete: () => void action.run(complete) };
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
    <p className="action-status" role="status">
      {state.phase === "doing" ? "Complete: sending…" : <Phases what="Complete" report={state.report} />}
    </p>
  );
}
