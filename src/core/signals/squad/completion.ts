import { SQUAD_STEPS, type SquadSignal } from "../../protocol/squad/squad.ts";
import { SSE_STATES } from "./sse-state.ts";

/** The provisional signal that an agent is expected to send when it is asked to finish. */
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
    sseState: SSE_STATES.completing,
    data: { taskId: known.taskId, currentStep: "verifying", progress: SQUAD_STEPS.verifying },
  };
}
