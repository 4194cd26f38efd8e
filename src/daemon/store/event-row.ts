import { AgentFacts } from "../../core/engine/envelope.ts";
import { QuestionWords } from "../../core/protocol/actions/questions.ts";
import { BindingHints, type EventEnvelope, Evidence, stampOf } from "../../core/protocol/events/event.ts";
import type { BindStatus } from "./store.ts";
import { parsed, readStored } from "./stored-json.ts";

/** An event as the values of one row, in the order of EVENT_COLUMNS. */
export function toEventRow(event: EventEnvelope, bind: BindStatus, metadata: AgentFacts | undefined): unknown[] {
  return valuesOf(event, bind, metadata).map(withoutNul);
}

/** Node 22.16 truncates text at the first NUL when it reads it. */
function withoutNul(value: unknown): unknown {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
}

function valuesOf(event: EventEnvelope, bind: BindStatus, metadata: AgentFacts | undefined): unknown[] {
  return [
    event.event_id,
    event.target,
    event.pane_id,
    event.runtime_id,
    event.agent_type,
    event.source,
    event.event_type,
    event.dedupe_key,
    event.source_event_id ?? null,
    event.source_seq ?? null,
    event.source_incarnation ?? null,
    event.event_time,
    event.clock_offset,
    event.ingested_at,
    stampOf(event),
    bind,
    hasAny(event.hints) ? JSON.stringify(event.hints) : null,
    event.subject ?? null,
    event.run?.id ?? null,
    event.run?.parent ?? null,
    event.turn ?? null,
    event.message,
    JSON.stringify(event.evidence),
    event.payload === undefined ? null : JSON.stringify(event.payload),
    event.question === undefined ? null : JSON.stringify(event.question),
    bind === "pending_bind" && metadata !== undefined ? JSON.stringify(metadata) : null,
  ];
}

export function fromEventRow(row: EventRow): EventEnvelope {
  const question = row.question === null ? null : readStored(QuestionWords, row.question);
  return {
    schema_version: 1,
    event_id: row.event_id,
    target: row.target_id,
    pane_id: row.pane_id,
    runtime_id: row.runtime_id,
    agent_type: row.agent_type,
    source: row.source,
    event_type: row.event_type,
    dedupe_key: row.dedupe_key,
    ...(row.source_event_id !== null && { source_event_id: row.source_event_id }),
    ...(row.source_seq !== null && { source_seq: row.source_seq }),
    ...(row.source_incarnation !== null && { source_incarnation: row.source_incarnation }),
    event_time: row.event_time,
    clock_offset: row.clock_offset,
    ingested_at: row.ingested_at,
    hints: (row.hints !== null && readStored(BindingHints, row.hints)) || {},
    ...(row.subject !== null && { subject: row.subject }),
    ...(row.run_id !== null && { run: { id: row.run_id, parent: row.run_parent } }),
    ...(row.turn !== null && { turn: row.turn }),
    message: row.message,
    ...(question !== null && { question }),
    evidence: readStored(Evidence, row.evidence) ?? UNREADABLE,
    ...(row.payload !== null && { payload: parsed(row.payload) }),
  };
}

export function metadataOf({ metadata }: EventRow): AgentFacts | undefined {
  return (metadata !== null && readStored(AgentFacts, metadata)) || undefined;
}

/** Replaces stored evidence that cannot be parsed: the event happened, and says nothing about the state. */
const UNREADABLE = { kind: "note", reason: "unreadable" } as const;

const EVENT_COLUMNS = [
  "event_id",
  "target_id",
  "pane_id",
  "runtime_id",
  "agent_type",
  "source",
  "event_type",
  "dedupe_key",
  "source_event_id",
  "source_seq",
  "source_incarnation",
  "event_time",
  "clock_offset",
  "ingested_at",
  "at",
  "bind_status",
  "hints",
  "subject",
  "run_id",
  "run_parent",
  "turn",
  "message",
  "evidence",
  "payload",
  "question",
  "metadata",
];

export const INSERT_EVENT = `
  INSERT INTO events (${EVENT_COLUMNS.join(", ")}) VALUES (${EVENT_COLUMNS.map(() => "?").join(", ")})
  ON CONFLICT (target_id, source, dedupe_key) DO NOTHING`;

export interface EventRow {
  event_id: string;
  target_id: string;
  pane_id: string | null;
  runtime_id: string | null;
  agent_type: string | null;
  source: EventEnvelope["source"];
  event_type: string;
  dedupe_key: string;
  source_event_id: string | null;
  source_seq: number | null;
  source_incarnation: number | null;
  event_time: number;
  clock_offset: number;
  ingested_at: number;
  hints: string | null;
  subject: string | null;
  run_id: string | null;
  run_parent: string | null;
  turn: string | null;
  message: string;
  evidence: string;
  payload: string | null;
  question: string | null;
  metadata: string | null;
}

function hasAny(record: object): boolean {
  for (const _ in record) return true;
  return false;
}
