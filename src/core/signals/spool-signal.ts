import type { SignalFacts } from "../engine/envelope.ts";
import type { BindingHints } from "../protocol/event.ts";
import { parseRegistration, type Registration } from "./registration.ts";
import { schmuxEvidence } from "./schmux-evidence.ts";
import { isSchmuxState, SCHMUX_STATES } from "./schmux-state.ts";
import type { SpoolEntry } from "./spool-entry.ts";

export type SpoolSignal =
  | { type: "signal"; facts: SignalFacts }
  | { type: "registration"; registration: Registration }
  | { type: "fault"; fault: string };

/** What a spool entry says. A hook of an agent that nobody here knows is kept as a note, never read as a state. */
export function spoolSignal(entry: SpoolEntry, key: string, time: number, target: string): SpoolSignal {
  if (entry.agent === "agtmux" && entry.event === "register") {
    const parsed = parseRegistration(entry.payload);
    return parsed.ok
      ? { type: "registration", registration: parsed.registration }
      : { type: "fault", fault: parsed.fault };
  }
  const base = { target, pane_id: entry.pane, dedupe_key: key, event_time: time, hints: hintsOf(entry) };
  if (entry.agent === "schmux") {
    if (!isSchmuxState(entry.event))
      return { type: "fault", fault: `"${entry.event}" is not a state: one of ${SCHMUX_STATES.join(", ")}` };
    const evidence = schmuxEvidence(entry.event, "appended");
    const message = entry.payload.replace(/\n+$/, "");
    return {
      type: "signal",
      facts: { ...base, source: "command", event_type: `schmux.${entry.event}`, message, evidence },
    };
  }
  const evidence = { kind: "note", reason: "unsupported_signal" } as const;
  const event_type = `${entry.agent}.${entry.event}`;
  return {
    type: "signal",
    facts: {
      ...base,
      agent_type: entry.agent,
      source: "hook",
      event_type,
      message: "",
      evidence,
      payload: entry.payload,
    },
  };
}

function hintsOf(entry: SpoolEntry): BindingHints {
  const serverPid = Number(entry.tmux?.split(",").at(-2));
  return {
    ...(Number.isInteger(serverPid) && serverPid > 0 && { tmux_server_pid: serverPid }),
    ...(entry.pid !== null && { agent_pid: entry.pid }),
    ...(entry.start !== null && { agent_start: entry.start }),
    ...(entry.session !== null && { session_id: entry.session }),
  };
}
