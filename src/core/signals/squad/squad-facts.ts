import { given } from "../../agents/payload.ts";
import type { SignalFacts } from "../../engine/envelope.ts";
import type { BindingHints } from "../../protocol/event.ts";
import type { SquadSignal } from "../../protocol/squad.ts";
import { squadEvidence, squadMessage } from "./squad-evidence.ts";
import { squadQuestion } from "./squad-question.ts";

/** What only the bringer of a signal knows. */
export type Brought = Pick<SignalFacts, "target" | "pane_id" | "event_time" | "clock_offset" | "hints">;

/** A signal with the place and time at which it was brought. All copies of one signal have one key. */
export function squadFacts(signal: SquadSignal, brought: Brought, provisionalUntil: number): SignalFacts {
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
    ...(session_id !== null && { traces: { squad_session: session_id } }),
  };
}

/** The session that a signal names is whose it is, whoever ran the command; that of the environment comes after it. */
function hintsOf(sessionId: string | null, hints: BindingHints): BindingHints {
  if (sessionId === null) return hints;
  const { session_id, tmux_server_pid } = hints;
  return {
    ...(tmux_server_pid !== undefined && { tmux_server_pid }),
    session_id: sessionId,
    ...(session_id !== undefined && session_id !== sessionId && { agent_session: session_id }),
  };
}
