import type { SignalFacts, Traces } from "../engine/envelope.ts";
import type { Evidence } from "../protocol/event.ts";
import type { Reading } from "./adapter.ts";
import { given } from "./payload.ts";

/** What only the bringer of a reading knows. */
export type Bringing = Pick<SignalFacts, "target" | "pane_id" | "dedupe_key" | "event_time" | "clock_offset" | "hints">;

/** A reading with the place, time and key under which it was brought. */
export function factsOf(agent: string, reading: Reading, bringing: Bringing): SignalFacts {
  const { at, session_id, pid, cwd, transcript, version, evidence, ...said } = reading;
  const traces = given<Traces>({ session_id, cwd, transcript, version });
  return {
    ...bringing,
    ...said,
    agent_type: agent,
    event_time: at ?? bringing.event_time,
    evidence: onOurClock(evidence, bringing.clock_offset ?? 0),
    // what the bringer knows of the sender is surer: it comes from the process, not from its words
    hints: {
      ...(session_id !== undefined && { agent_session: session_id }),
      ...(pid !== undefined && { agent_pid: pid }),
      ...bringing.hints,
    },
    ...(Object.keys(traces).length > 0 && { traces }),
  };
}

/** An event's own time is moved when it is sealed; the time inside its evidence is nobody else's concern. */
function onOurClock(evidence: Evidence, offset: number): Evidence {
  if (evidence.kind !== "level" || evidence.changed_at === undefined) return evidence;
  return { ...evidence, changed_at: evidence.changed_at + offset };
}
