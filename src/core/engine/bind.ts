import { type EventEnvelope, stampOf } from "../protocol/events/event.ts";

/** The type of a program that reports its state but has no adapter. */
export const GENERIC = "generic";

/** One agent process in one pane, from start to end, with the facts that binding needs. */
export interface RuntimeSpan {
  runtime_id: string;
  target: string;
  pane_id: string;
  agent_type: string;
  pid: number | null;
  pid_start: string | null;
  server_pid: number;
  session_ids: readonly string[];
  started_at: number;
  ended_at: number | null;
}

export type Binding =
  | { status: "bound"; runtime_id: string; by: "runtime" | "process" | "session" | "pane" }
  | { status: "pending_bind"; why: string };

/** For this long a pane may still report its former runtime. */
const CHANGING_HANDS_MS = 1_000;

/**
 * Finds the one runtime an event belongs to, by its strongest hint. When unsure, the event stays pending; never
 * guesses.
 */
export function bind(event: EventEnvelope, spans: readonly RuntimeSpan[]): Binding {
  const here = spans.filter((span) => span.target === event.target);
  if (event.runtime_id !== null) {
    const named = here.find((span) => span.runtime_id === event.runtime_id);
    return named ? bound(named, "runtime") : pending(`no runtime ${event.runtime_id} is known`);
  }
  const sender = theOne(
    here.filter((span) => isProcessOf(span, event)),
    event,
  );
  if (sender !== null) return bound(sender, "process");
  const { tmux_server_pid } = event.hints;
  const ofServer = tmux_server_pid === undefined ? here : here.filter((span) => span.server_pid === tmux_server_pid);
  const { session_id, agent_session } = event.hints;
  return bySession(session_id, event, ofServer) ?? bySession(agent_session, event, ofServer) ?? byPane(event, ofServer);
}

/** Pids are reused: without a start time, a pid counts only for events from that process's lifetime. */
function isProcessOf(span: RuntimeSpan, event: EventEnvelope): boolean {
  const { agent_pid, agent_start } = event.hints;
  if (agent_pid === undefined || span.pid !== agent_pid) return false;
  if (agent_start !== undefined) return span.pid_start === agent_start;
  return livedAt(span, stampOf(event)) || endedJustBefore(span, stampOf(event));
}

function bySession(
  session_id: string | undefined,
  event: EventEnvelope,
  spans: readonly RuntimeSpan[],
): Binding | null {
  if (session_id === undefined) return null;
  const at = stampOf(event);
  // a session outlives its processes: later events in it are not theirs
  const named = theOne(
    spans.filter((span) => span.session_ids.includes(session_id) && !endedBefore(span, at)),
    event,
  );
  if (named === null) return null;
  const sender = named.agent_type === GENERIC ? theOne(livingWith(named, spans, at), event) : named;
  return sender === null ? null : boundTo(sender, event, "session");
}

function byPane(event: EventEnvelope, spans: readonly RuntimeSpan[]): Binding {
  if (event.pane_id === null) return pending("it names no process, session or pane that is known");
  const at = stampOf(event);
  const inPane = spans.filter((span) => span.pane_id === event.pane_id);
  const [only, ...others] = preferKnown(inPane.filter((span) => livedAt(span, at)));
  if (only === undefined) return pending(`no agent lived in ${event.pane_id} then`);
  if (others.length > 0) return pending(`more than one agent lived in ${event.pane_id} then`);
  if (inPane.some((span) => span !== only && endedJustBefore(span, at)))
    return pending(`${event.pane_id} had changed hands less than a second before`);
  return boundTo(only, event, "pane");
}

/** Several runtimes may share a process (exec) or a session: picks the one alive at the event's time. */
function theOne(spans: readonly RuntimeSpan[], event: EventEnvelope): RuntimeSpan | null {
  const then = spans.length > 1 ? spans.filter((span) => livedAt(span, stampOf(event))) : spans;
  const [only = null, ...others] = preferKnown(then);
  return others.length === 0 ? only : null;
}

/** The pane's own program, and the runtimes alive in the same pane at that time. */
function livingWith(program: RuntimeSpan, spans: readonly RuntimeSpan[], at: number): RuntimeSpan[] {
  const isBeside = (span: RuntimeSpan) => span.pane_id === program.pane_id && span.server_pid === program.server_pid;
  return [program, ...spans.filter((span) => span !== program && isBeside(span) && livedAt(span, at))];
}

/** A known agent takes precedence over the pane's own program while it is alive. */
function preferKnown(spans: readonly RuntimeSpan[]): readonly RuntimeSpan[] {
  const known = spans.filter((span) => span.agent_type !== GENERIC);
  return known.length > 0 ? known : spans;
}

/** The known agent among them that was on record at that time. */
export function agentAt(spans: readonly RuntimeSpan[], at: number): RuntimeSpan | null {
  return spans.findLast((span) => span.agent_type !== GENERIC && livedAt(span, at)) ?? null;
}

export function livedAt(span: RuntimeSpan, at: number): boolean {
  return span.started_at <= at && (span.ended_at === null || at <= span.ended_at);
}

function endedBefore({ ended_at }: RuntimeSpan, at: number): boolean {
  return ended_at !== null && ended_at < at;
}

function endedJustBefore({ ended_at }: RuntimeSpan, at: number): boolean {
  return ended_at !== null && ended_at <= at && at - ended_at < CHANGING_HANDS_MS;
}

/** An agent that another one runs as a tool has the same pane and session, but its events are not the other's. */
function boundTo(span: RuntimeSpan, { agent_type }: EventEnvelope, by: "session" | "pane"): Binding {
  if (agent_type !== null && span.agent_type !== GENERIC && span.agent_type !== agent_type)
    return pending(`it is ${agent_type}'s, and ${span.agent_type} lived in ${span.pane_id} then`);
  return bound(span, by);
}

function bound(span: RuntimeSpan, by: "runtime" | "process" | "session" | "pane"): Binding {
  return { status: "bound", runtime_id: span.runtime_id, by };
}

function pending(why: string): Binding {
  return { status: "pending_bind", why };
}
