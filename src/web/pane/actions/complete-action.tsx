import type { CompleteReport } from "../../../core/protocol/actions/actions.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { textGuards } from "../../live/text-guards.ts";
import { useLive } from "../../live/use-live.ts";
import { ActionOutcome } from "./action-outcome.tsx";
import { Phases } from "./phases.tsx";
import { type PaneAction, useAction } from "./use-action.ts";

/** Tells an agent that uses squad signals to finish its task; the state shows this before the agent confirms it. */
export function useComplete(pane: PaneItem): { action: PaneAction<CompleteReport>; complete(): void } {
  const { client } = useLive();
  const action = useAction<CompleteReport>();
  const { ref } = pane;
  const complete = async () => client.complete({ ref, guards: textGuards(pane, pane) });
  return { action, complete: () => void action.run(complete) };
}

interface Props {
  action: PaneAction<CompleteReport>;
  onLookAgain(): void;
}

export function CompleteOutcome({ action, onLookAgain }: Props) {
  return (
    <ActionOutcome what="Complete" doing="sending…" action={action} onLookAgain={onLookAgain}>
      {(report) => <Phases what="Complete" report={report} />}
    </ActionOutcome>
  );
}
