import type { ProcessFacts } from "../../../core/adapter/process-facts.ts";

/** Identifies a tmux server. */
export interface ServerIdentity {
  pid: number;
  start: string;
  socketPath: string;
}

export interface ObservedPane {
  pane_id: string;
  /** 0 where its program has ended and tmux (from 3.8 on) no longer says which it was. */
  pane_pid: number;
  /** The process has ended, and the pane stays (remain-on-exit). */
  dead: boolean;
  session_id: string;
  session_name: string;
  window_id: string;
  window_index: number;
  window_name: string;
  pane_index: number;
  alternate: boolean;
  /** A pipe is open: ours if `ourPipe` names it, else the user's. */
  piped: boolean;
  ourPipe: string;
  lastActivity: number;
  command: string;
  title: string;
  cwd: string;
  /** When tmux was asked for all this. */
  listedAt: number;
}

export interface AgentProcesses {
  agent: string;
  process: ProcessFacts;
  /** All processes of the agent, including the first. */
  family: readonly ProcessFacts[];
  /** A signal has stopped the process that does the agent's work. */
  isStopped: boolean;
}

/** The processes of a pane: its own, and the agent below it if there is one. */
export interface PaneProcesses {
  root: ProcessFacts;
  agent: AgentProcesses | null;
  /** Pids of all descendants of the pane's own process. */
  below: ReadonlySet<number>;
  readAt: number;
}

export interface Topology {
  /** When tmux was asked; later changes are not included. */
  askedAt: number;
  /** Boot id: changes with every boot of the machine, when pids and tmux ids start over. */
  boot: string;
  server: ServerIdentity;
  panes: Map<string, ObservedPane>;
  /** By pane id. A missing pane could not be read, which says nothing about its processes. */
  processes: ReadonlyMap<string, PaneProcesses>;
}

/** Topology without a server: every runtime on the target has ended. */
export function nothingRuns(boot: string, askedAt: number): Topology {
  return { askedAt, boot, server: { pid: 0, start: "", socketPath: "" }, panes: new Map(), processes: new Map() };
}

export const SERVER_FORMAT = "#{pid}\t#{start_time}\t#{socket_path}";

const PANE_FIELDS = [
  "#{pane_id}",
  "#{pane_pid}",
  "#{pane_dead}",
  "#{session_id}",
  "#{window_id}",
  "#{window_index}",
  "#{pane_index}",
  "#{alternate_on}",
  "#{pane_pipe}",
  "#{@agtmux_pipe}",
  "#{window_activity}",
  "#{session_name}",
  "#{window_name}",
  "#{pane_current_command}",
  "#{pane_title}",
  "#{pane_current_path}",
].join("\t");

/** Each line starts with a random word: a directory name may contain a line break and a forged pane. */
export function paneFormat(word: string): string {
  return `${word}\t${PANE_FIELDS}`;
}

/**
 * Changes whenever a pane starts, ends, moves or respawns; and, at most once a second, when something prints in a
 * window. tmux evaluates it for all panes every second, so one format serves both. The program's name is left out: tmux
 * would read /proc for it each time, half of the cost, and another program nearly always prints. Commas would split the
 * loop.
 */
export const WATCH_FORMAT =
  "#{S:#{session_id}#{W:#{window_id}!#{window_activity}#{P: #{pane_pid}#{pane_dead}#{alternate_on}#{pane_pipe}}}}";

/** The value without window activity. */
export function withoutActivity(told: string): string {
  return told.replace(/(@\d+)!\d+/g, "$1");
}

export function parseServer(line: string): ServerIdentity | null {
  const [pid = "", start = "", socketPath = ""] = line.split("\t");
  if (!NUMBER.test(pid) || !NUMBER.test(start) || socketPath === "") return null;
  return { pid: Number(pid), start, socketPath: socketPath.slice(0, LONGEST_PATH) };
}

const NUMBER = /^\d{1,15}$/;
/** The other side may not be tmux: check ids and numbers, and limit names. */
const IDS = { pane: /^%\d{1,10}$/, session: /^\$\d{1,10}$/, window: /^@\d{1,10}$/ };
const LONGEST_NAME = 1_000;
const LONGEST_PATH = 4_096;

/** A window linked into several sessions lists its panes once, in the oldest session. */
export function parsePanes(lines: readonly string[], word: string, listedAt: number): Map<string, ObservedPane> {
  const panes = new Map<string, ObservedPane>();
  for (const line of lines) {
    const pane = line.startsWith(`${word}\t`) ? parsePane(line.slice(word.length + 1), listedAt) : null;
    if (pane === null) continue;
    const known = panes.get(pane.pane_id);
    if (known === undefined || sessionNumber(pane) < sessionNumber(known)) panes.set(pane.pane_id, pane);
  }
  return panes;
}

function parsePane(line: string, listedAt: number): ObservedPane | null {
  const [
    id = "",
    pid = "",
    dead,
    sessionId = "",
    windowId = "",
    windowIndex,
    paneIndex,
    alternate,
    piped,
    ourPipe = "",
    activity,
    session = "",
    window = "",
    command = "",
    title = "",
    ...cwd
  ] = line.split("\t");
  if (!IDS.pane.test(id) || !IDS.session.test(sessionId) || !IDS.window.test(windowId)) return null;
  const isDead = dead === "1";
  if (!(NUMBER.test(pid) || (isDead && pid === "")) || cwd.length === 0) return null;
  return {
    pane_id: id,
    pane_pid: Number(pid),
    dead: isDead,
    session_id: sessionId,
    session_name: session.slice(0, LONGEST_NAME),
    window_id: windowId,
    window_index: Number(windowIndex),
    window_name: window.slice(0, LONGEST_NAME),
    pane_index: Number(paneIndex),
    alternate: alternate === "1",
    piped: piped === "1",
    ourPipe: ourPipe.slice(0, LONGEST_PATH),
    lastActivity: Number(activity) * 1000,
    command: command.slice(0, LONGEST_NAME),
    title: title.slice(0, LONGEST_NAME),
    cwd: cwd.join("\t").slice(0, LONGEST_PATH),
    listedAt,
  };
}

function sessionNumber(pane: ObservedPane): number {
  return Number(pane.session_id.slice(1));
}

const SHOWN = [
  "pane_pid",
  "session_name",
  "window_id",
  "window_index",
  "window_name",
  "pane_index",
  "command",
  "title",
  "cwd",
  "dead",
] as const;

/** Whether tmux lists it as before. */
export function isSamePane(before: ObservedPane | undefined, pane: ObservedPane): boolean {
  const fields = Object.keys(pane) as (keyof ObservedPane)[];
  return before !== undefined && fields.every((field) => field === "listedAt" || before[field] === pane[field]);
}

/** Panes that appeared, disappeared, or changed in a field that people see. */
export function changedPanes(
  before: ReadonlyMap<string, ObservedPane>,
  after: ReadonlyMap<string, ObservedPane>,
): string[] {
  const gone = [...before.keys()].filter((paneId) => !after.has(paneId));
  const changed = [...after].filter(([paneId, pane]) => {
    const known = before.get(paneId);
    return known === undefined || SHOWN.some((field) => known[field] !== pane[field]);
  });
  return [...gone, ...changed.map(([paneId]) => paneId)];
}

/** The process that prints in a pane: its agent, else the pane's own process. */
export function processOf({ processes }: Topology, paneId: string): ProcessFacts | undefined {
  const known = processes.get(paneId);
  return known?.agent?.process ?? known?.root;
}
