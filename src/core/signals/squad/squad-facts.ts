import { given } from "../../adapter/payload.ts";
import type { SignalFacts } from "../../engine/envelope.ts";
import type { BindingHints } from "../../protocol/events/event.ts";
import type { SquadSignal } from "../../protocol/squad/squad.ts";
import { squadEvidence, squadMessage } from "./squad-evidence.ts";
import { squadQuestion } from "./squad-question.ts";

/** The facts that only the transport of a signal has. */
export type ArrivalContext = Pick<SignalFacts, "target" | "pane_id" | "event_time" | "clock_offset" | "hints">;

/** Combines a signal with the place and time of its arrival. All copies of one signal have the same key. */
export function squadFacts(signal: SquadSignal, brought: ArrivalContext, provisionalUntil: number): SignalFacts {
  const { type, signal_id, session_id } = signal;
  return {
    ...brought,
    hints: hintsOf(session_id, brought.hints ?? {}),
    source: "squad",
    event_type: `squad.${type}`,
    dedupe_key: signal_id,
    message: squadMessage(signal),
    ...given({ question: squadQuestion(type, signal.data) }),
    evidence: squadEvidence(signal, provisionalUntil),
    payload: signal,
    ...(session_id !== null && { metadata: { squad_session: session_id } }),
  };
}

/** A signal belongs to the session it names, whichever process sent it; the environment's session is a weaker hint. */
function hintsOf(sessionId: string | null, hints: BindingHints): BindingHints {
  if (sessionId === null) return hints;
  const { session_id, tmux_server_pid } = hints;
  return {
    ...(tmux_server_pid !== undefined && { tmux_server_pid }),
    session_id: sessionId,
    ...(session_id !== undefined && session_id !== sessionId && { agent_session: session_id }),
  };
}
