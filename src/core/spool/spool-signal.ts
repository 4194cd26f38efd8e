import type { Adapter, Reading } from "../adapter/adapter.ts";
import { isUsablePath } from "../adapter/own-path.ts";
import { type Bringing, factsOf } from "../agents/facts-of.ts";
import { adapterOf } from "../agents/registry.ts";
import type { SignalFacts } from "../engine/envelope.ts";
import type { BindingHints } from "../protocol/events/event.ts";
import { schmuxEvidence } from "../signals/schmux-evidence.ts";
import { isSchmuxState, SCHMUX_STATES } from "../signals/schmux-state.ts";
import { readSignal } from "../signals/squad/read-signal.ts";
import { type ArrivalContext, squadFacts } from "../signals/squad/squad-facts.ts";
import { parseRegistration, type Registration } from "./registration.ts";
import type { SpoolEntry } from "./spool-entry.ts";
import { wrapperSignals } from "./wrapper.ts";

/** A request that its agent waits to have answered. */
export type Offered = SpoolEntry & { answer: string };

export type SpoolSignals =
  | { type: "signals"; facts: SignalFacts[] }
  | { type: "registration"; registration: Registration }
  /** The agent waits for an answer to this, by its own channel. */
  | { type: "offer"; offer: Offered }
  | { type: "fault"; fault: string };

/** Finds the adapter of an agent; null if there is none in use. */
export type AdapterLookup = (agent: string) => Adapter | null;

/**
 * Decodes a spool entry: a hook's event through its adapter, or a signal sent by command. Unknown events become notes,
 * never a state. A provisional signal counts until `provisionalUntil`.
 */
export function spoolSignals(
  entry: SpoolEntry,
  key: string,
  time: number,
  target: string,
  lookUp: AdapterLookup = adapterOf,
  provisionalUntil = time,
): SpoolSignals {
  if (entry.agent === "agtmux" && entry.event === "register") return registrationIn(entry);
  if (entry.answer !== undefined) return { type: "offer", offer: { ...entry, answer: entry.answer } };
  const base = { target, pane_id: entry.pane, dedupe_key: key, event_time: time, hints: hintsOf(entry) };
  switch (entry.agent) {
    case "schmux":
      return declaredSignals(entry, base);
    case "squad":
      return squadSignals(entry.payload, base, provisionalUntil);
    case "agtmux": {
      const read = wrapperSignals(entry.event, entry.payload, base);
      return read.ok ? { type: "signals", facts: read.facts } : { type: "fault", fault: read.fault };
    }
    default:
      return { type: "signals", facts: hookFacts(entry, base, lookUp) };
  }
}

function registrationIn({ payload }: SpoolEntry): SpoolSignals {
  const parsed = parseRegistration(payload);
  return parsed.ok
    ? { type: "registration", registration: parsed.registration }
    : { type: "fault", fault: parsed.fault };
}

/** `agtmux signal`: the event is the state. */
function declaredSignals({ event, payload }: SpoolEntry, base: Bringing): SpoolSignals {
  if (!isSchmuxState(event))
    return { type: "fault", fault: `"${event}" is not a state: one of ${SCHMUX_STATES.join(", ")}` };
  const evidence = schmuxEvidence(event, "appended");
  const message = withoutLastBreaks(payload);
  return { type: "signals", facts: [{ ...base, source: "command", event_type: `schmux.${event}`, message, evidence }] };
}

/** The first reading keeps the entry's key and payload; the keys of the others derive from it. */
function hookFacts(entry: SpoolEntry, base: Bringing, lookUp: AdapterLookup): SignalFacts[] {
  const { agent, payload } = entry;
  const adapter = lookUp(agent);
  const isDisabled = adapter === null && adapterOf(agent) !== null;
  const readings = adapter?.normalize?.(entry) ?? [noteOf(entry, isDisabled)];
  return readings.map((reading, index) =>
    index === 0
      ? { ...withHome(factsOf(agent, reading, base), entry), payload }
      : factsOf(agent, reading, { ...base, dedupe_key: `${base.dedupe_key}+${index}` }),
  );
}

function squadSignals(payload: string, base: ArrivalContext, provisionalUntil: number): SpoolSignals {
  const read = readSignal(payload);
  if (read.type === "signal") return { type: "signals", facts: [squadFacts(read.signal, base, provisionalUntil)] };
  return { type: "fault", fault: read.type === "partial" ? "the signal is no JSON object" : read.fault };
}

/** Not by a pattern: that would begin anew at each of a million breaks. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end -= 1;
  return text.slice(0, end);
}

function withHome(facts: SignalFacts, { home }: SpoolEntry): SignalFacts {
  return home === undefined || !isUsablePath(home) ? facts : { ...facts, metadata: { ...facts.metadata, home } };
}

function noteOf({ agent, event }: SpoolEntry, isDisabled: boolean): Reading {
  const evidence = { kind: "note", reason: isDisabled ? "adapter_disabled" : "unsupported_signal" } as const;
  return { source: "hook", event_type: `${agent}.${event}`, message: "", evidence };
}

function hintsOf(entry: SpoolEntry): BindingHints {
  const serverPid = Number(entry.tmux?.split(",").at(-2));
  return {
    ...(Number.isInteger(serverPid) && serverPid > 0 && { tmux_server_pid: serverPid }),
    ...(entry.pid !== null && { agent_pid: entry.pid }),
    ...(entry.above !== undefined && { parent_pid: entry.above }),
    ...(entry.start !== null && { agent_start: entry.start }),
    ...(entry.session !== null && { session_id: entry.session }),
  };
}
