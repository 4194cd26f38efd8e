import type { Evidence, Source } from "../protocol/events/event.ts";
import type { AgentSignal, Reading } from "./adapter.ts";
import { NOTHING, UNSUPPORTED } from "./evidence.ts";
import { doingIn, markersIn, nearMissesIn, type Words } from "./last-message.ts";
import { given, type Payload, parsePayload } from "./payload.ts";

/** The meaning of one event: evidence, and other facts worth keeping. */
export interface Meaning extends Partial<Omit<Reading, "evidence">>, Words {
  evidence: Evidence;
}

export type EventTable = Readonly<
  Record<string, Evidence | ((payload: Payload, signal: AgentSignal) => Evidence | Meaning)>
>;

export interface Dialect {
  agent: string;
  source: Source;
  events: EventTable;
  /** Facts that every payload of this agent has in the same fields. */
  common(payload: Payload): Partial<Reading>;
}

/** Reads events by a table. An event that the table lacks, or a payload that is not a JSON object, becomes a note. */
export function normalizeBy(dialect: Dialect): (signal: AgentSignal) => Reading[] {
  return (signal) => {
    const { event, payload: text } = signal;
    const event_type = `${dialect.agent}.${event}`;
    const base = { source: dialect.source, event_type, message: "" };
    const entry = Object.hasOwn(dialect.events, event) ? dialect.events[event] : undefined;
    const payload = parsePayload(text);
    if (entry === undefined || payload === null) return [{ ...base, evidence: UNSUPPORTED }];

    const found = typeof entry === "function" ? entry(payload, signal) : entry;
    const { said, retold, doing, ...meaning }: Meaning = "kind" in found ? { evidence: found } : found;
    const words = given<Words>({ said, retold });
    const about = { ...base, ...dialect.common(payload), ...meaning };
    const reading = { ...about, ...doingIn(doing, words, about) };
    return [reading, ...markersIn(words, reading), ...nearMissesIn(words, reading)];
  };
}

/** Several events of one kind, for tables. */
export function each(names: readonly string[], entry: EventTable[string]): EventTable {
  return Object.fromEntries(names.map((name) => [name, entry]));
}

export const silent = (...names: readonly string[]): EventTable => each(names, NOTHING);
