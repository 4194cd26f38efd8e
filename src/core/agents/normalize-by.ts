import type { Evidence, Source } from "../protocol/event.ts";
import type { AgentSignal, Reading } from "./adapter.ts";
import { NOTHING, UNSUPPORTED } from "./evidence.ts";
import { markersIn } from "./last-message.ts";
import { type Payload, parsePayload } from "./payload.ts";

/** What one event means: evidence, and what else of it is worth telling. */
export interface Meaning extends Partial<Omit<Reading, "evidence">> {
  evidence: Evidence;
  /** The agent's last words, where the event carries them: a marker among them counts. */
  said?: string;
}

export type EventTable = Readonly<Record<string, Evidence | ((payload: Payload) => Evidence | Meaning)>>;

export interface Dialect {
  agent: string;
  source: Source;
  events: EventTable;
  /** What every payload of this agent tells in the same way. */
  common(payload: Payload): Partial<Reading>;
}

/** Reads events by a table. What the table lacks, and a payload that is no JSON object, is a note: never a guess. */
export function normalizeBy(dialect: Dialect): (signal: AgentSignal) => Reading[] {
  return ({ event, payload: text }) => {
    const event_type = `${dialect.agent}.${event}`;
    const base = { source: dialect.source, event_type, message: "" };
    const entry = Object.hasOwn(dialect.events, event) ? dialect.events[event] : undefined;
    const payload = parsePayload(text);
    if (entry === undefined || payload === null) return [{ ...base, evidence: UNSUPPORTED }];

    const found = typeof entry === "function" ? entry(payload) : entry;
    const { said, ...meaning }: Meaning = "kind" in found ? { evidence: found } : found;
    const reading = { ...base, ...dialect.common(payload), ...meaning };
    return said === undefined ? [reading] : [reading, ...markersIn(said, reading)];
  };
}

/** Several events of one kind, for tables. */
export function each(names: readonly string[], entry: EventTable[string]): EventTable {
  return Object.fromEntries(names.map((name) => [name, entry]));
}

export const silent = (...names: readonly string[]): EventTable => each(names, NOTHING);
