import { SQUAD_STEPS, type SquadSignal } from "../../protocol/squad.ts";

/** What an agent will say when it does what it is about to be told: written ahead of its own word, and marked so. */
export function completionAhead(known: {
  signalId: string;
  /** ISO 8601. */
  timestamp: string;
  sessionId: string | null;
  tmuxSession: string;
  taskId: string;
}): SquadSignal {
  return {
    type: "completing",
    signal_id: known.signalId,
    session_id: known.sessionId,
    tmux_session: known.tmuxSession,
    timestamp: known.timestamp,
    provisional: true,
    data: { taskId: known.taskId, currentStep: "verifying", progress: SQUAD_STEPS.verifying },
  };
}
