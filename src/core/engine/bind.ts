import { type EventEnvelope, stampOf } from "../protocol/event.ts";

/** One life of one agent process in one pane, as far as binding needs to know it. */
export interface Life {
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

/** In its first second a pane may still report its former tenant. */
const FIRST_SECOND_MS = 1_000;

/** Finds the one life an event belongs to, by its strongest hint. Unsure is pending, never a guess. */
export function bind(event: EventEnvelope, lives: readonly Life[]): Binding {
  const here = lives.filter((life) => life.target === event.target);
  if (event.runtime_id !== null) {
    const named = here.find((life) => life.runtime_id === event.runtime_id);
    return named ? bound(named, "runtime") : pending(`no runtime ${event.runtime_id} is known`);
  }
  const { agent_pid, agent_start, session_id, tmux_server_pid } = event.hints;
  if (agent_pid !== undefined && agent_start !== undefined) {
    const processes = here.filter((life) => life.pid === agent_pid && life.pid_start === agent_start);
    if (processes[0] && processes.length === 1) return bound(processes[0], "process");
  }
  const ofServer = tmux_server_pid === undefined ? here : here.filter((life) => life.server_pid === tmux_server_pid);
  if (session_id !== undefined) {
    const sessions = ofServer.filter((life) => life.session_ids.includes(session_id));
    // a session that outlived its process has had several lives: the one that lived then
    const [only, ...others] = sessions.length > 1 ? sessions.filter((life) => livedAt(life, stampOf(event))) : sessions;
    if (only && others.length === 0) return bound(only, "session");
  }
  return byPane(event, ofServer);
}

function byPane(event: EventEnvelope, lives: readonly Life[]): Binding {
  if (event.pane_id === null) return pending("it names no process, session or pane that is known");
  const at = stampOf(event);
  const tenants = lives.filter((life) => life.pane_id === event.pane_id && livedAt(life, at));
  const [tenant] = tenants;
  if (tenant === undefined) return pending(`no agent lived in ${event.pane_id} then`);
  if (tenants.length > 1) return pending(`more than one agent lived in ${event.pane_id} then`);
  const predecessor = lives.some((life) => life.pane_id === event.pane_id && life.started_at < tenant.started_at);
  if (predecessor && at - tenant.started_at < FIRST_SECOND_MS) {
    return pending(`${event.pane_id} had changed hands less than a second before`);
  }
  return bound(tenant, "pane");
}

function livedAt(life: Life, at: number): boolean {
  return life.started_at <= at && (life.ended_at === null || at <= life.ended_at);
}

function bound(life: Life, by: "runtime" | "process" | "session" | "pane"): Binding {
  return { status: "bound", runtime_id: life.runtime_id, by };
}

function pending(why: string): Binding {
  return { status: "pending_bind", why };
}
