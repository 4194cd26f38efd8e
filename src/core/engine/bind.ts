import { type EventEnvelope, stampOf } from "../protocol/event.ts";

/** The type of a program that speaks a dialect but that nobody here knows. */
export const GENERIC = "generic";

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

/** For so long a pane may still report its former tenant. */
const CHANGING_HANDS_MS = 1_000;

/** Finds the one life an event belongs to, by its strongest hint. Unsure is pending, never a guess. */
export function bind(event: EventEnvelope, lives: readonly Life[]): Binding {
  const here = lives.filter((life) => life.target === event.target);
  if (event.runtime_id !== null) {
    const named = here.find((life) => life.runtime_id === event.runtime_id);
    return named ? bound(named, "runtime") : pending(`no runtime ${event.runtime_id} is known`);
  }
  const speaker = theOne(
    here.filter((life) => isProcessOf(life, event)),
    event,
  );
  if (speaker !== null) return bound(speaker, "process");
  const { tmux_server_pid } = event.hints;
  const ofServer = tmux_server_pid === undefined ? here : here.filter((life) => life.server_pid === tmux_server_pid);
  const { session_id, agent_session } = event.hints;
  return bySession(session_id, event, ofServer) ?? bySession(agent_session, event, ofServer) ?? byPane(event, ofServer);
}

/** A pid is used again one day: without its start it counts only for what was said while it was that process's. */
function isProcessOf(life: Life, event: EventEnvelope): boolean {
  const { agent_pid, agent_start } = event.hints;
  if (agent_pid === undefined || life.pid !== agent_pid) return false;
  if (agent_start !== undefined) return life.pid_start === agent_start;
  return livedAt(life, stampOf(event)) || endedJustBefore(life, stampOf(event));
}

function bySession(session_id: string | undefined, event: EventEnvelope, lives: readonly Life[]): Binding | null {
  if (session_id === undefined) return null;
  const at = stampOf(event);
  // a session outlives its processes: what is said in it later is not theirs
  const named = theOne(
    lives.filter((life) => life.session_ids.includes(session_id) && !endedBefore(life, at)),
    event,
  );
  if (named === null) return null;
  const tenant = named.agent_type === GENERIC ? theOne(livingWith(named, lives, at), event) : named;
  return tenant === null ? null : boundTo(tenant, event, "session");
}

function byPane(event: EventEnvelope, lives: readonly Life[]): Binding {
  if (event.pane_id === null) return pending("it names no process, session or pane that is known");
  const at = stampOf(event);
  const inPane = lives.filter((life) => life.pane_id === event.pane_id);
  const tenants = preferKnown(inPane.filter((life) => livedAt(life, at)));
  const [tenant] = tenants;
  if (tenant === undefined) return pending(`no agent lived in ${event.pane_id} then`);
  if (tenants.length > 1) return pending(`more than one agent lived in ${event.pane_id} then`);
  if (inPane.some((life) => life !== tenant && endedJustBefore(life, at)))
    return pending(`${event.pane_id} had changed hands less than a second before`);
  return boundTo(tenant, event, "pane");
}

/** Several lives may share a process (one program became another by exec) or a session: the one that lived then. */
function theOne(lives: readonly Life[], event: EventEnvelope): Life | null {
  const then = lives.length > 1 ? lives.filter((life) => livedAt(life, stampOf(event))) : lives;
  const [only = null, ...others] = preferKnown(then);
  return others.length === 0 ? only : null;
}

/** The pane's own program, and whoever ran in the same pane then. */
function livingWith(program: Life, lives: readonly Life[], at: number): Life[] {
  const isBeside = (life: Life) => life.pane_id === program.pane_id && life.server_pid === program.server_pid;
  return [program, ...lives.filter((life) => life !== program && isBeside(life) && livedAt(life, at))];
}

/** A pane's own program yields to a known agent that runs in it, for as long as that one lives. */
function preferKnown(lives: readonly Life[]): readonly Life[] {
  const known = lives.filter((life) => life.agent_type !== GENERIC);
  return known.length > 0 ? known : lives;
}

function livedAt(life: Life, at: number): boolean {
  return life.started_at <= at && (life.ended_at === null || at <= life.ended_at);
}

function endedBefore({ ended_at }: Life, at: number): boolean {
  return ended_at !== null && ended_at < at;
}

function endedJustBefore({ ended_at }: Life, at: number): boolean {
  return ended_at !== null && ended_at <= at && at - ended_at < CHANGING_HANDS_MS;
}

/** An agent that another one runs as a tool has the same pane and session: its words are not the other one's. */
function boundTo(life: Life, { agent_type }: EventEnvelope, by: "session" | "pane"): Binding {
  if (agent_type !== null && life.agent_type !== GENERIC && life.agent_type !== agent_type)
    return pending(`it is ${agent_type}'s, and ${life.agent_type} lived in ${life.pane_id} then`);
  return bound(life, by);
}

function bound(life: Life, by: "runtime" | "process" | "session" | "pane"): Binding {
  return { status: "bound", runtime_id: life.runtime_id, by };
}

function pending(why: string): Binding {
  return { status: "pending_bind", why };
}
