import type { InterruptReport } from "../../../core/protocol/actions/actions.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { useLive } from "../../live/use-live.ts";
import { ActionOutcome } from "./action-outcome.tsx";
import { type PaneAction, useAction } from "./use-action.ts";

/** Stops the turn of the agent that is shown; the agent stays. */
export function useInterrupt({ ref, runtime_id }: PaneItem): {
  action: PaneAction<InterruptReport>;
  interrupt(): void;
} {
  const { client } = useLive();
  const action = useAction<InterruptReport>();
  const guards = runtime_id === null ? {} : { if_runtime: runtime_id };
  return { action, interrupt: () => void action.run(() => client.interrupt({ ref, guards })) };
}

interface Props {
  action: PaneAction<InterruptReport>;
  onLookAgain(): void;
}

export function InterruptOutcome({ action, onLookAgain }: Props) {
  return (
    <ActionOutcome what="Interrupt" doing="waiting for the turn to end…" action={action} onLookAgain={onLookAgain}>
      {({ ended }) =>
        ended
          ? "Interrupt: its turn has ended"
          : "Interrupt: its key was pressed, but its turn was not seen to end. The terminal shows what it does."
      }
    </ActionOutcome>
  );
}
