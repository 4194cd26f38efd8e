import type { ProcessFacts } from "../../core/agents/process-facts.ts";

/** What tmux says of itself and its panes, in one read. */
export interface ServerIdentity {
  pid: number;
  start: string;
  socketPath: string;
}

export interface ObservedPane {
  pane_id: string;
  pane_pid: number;
  /** Its process has ended, and the user wants to keep looking at it (remain-on-exit). */
  dead: boolean;
  /** It stays when its process ends. */
  remains: boolean;
  session_id: string;
  session_name: string;
  window_id: string;
  window_index: number;
  window_name: string;
  pane_index: number;
  alternate: boolean;
  /** Some pipe is open: ours if `pipe` names it, else the user's. */
  piped: boolean;
  ourPipe: string;
  lastActivity: number;
  command: string;
  title: string;
  cwd: string;
}

/** Who runs in a pane: its own process, and the agent under it if there is one. */
export interface PaneProcesses {
  root: ProcessFacts;
  /** `family`: all the processes it is made of, the first of them included. */
  agent: { agent: string; process: ProcessFacts; family: readonly ProcessFacts[] } | null;
  /** All that runs under the pane's own process. */
  below: ReadonlySet<number>;
  readAt: number;
}

export interface Topology {
  /** When tmux was asked: what has happened since is not in it. */
  askedAt: number;
  /** Changes with every boot of the machine: pids and tmux ids begin again then. */
  boot: string;
  server: ServerIdentity;
  panes: Map<string, ObservedPane>;
  /** By pane; one whose processes could not be read is not in it, which says nothing about them. */
  processes: ReadonlyMap<string, PaneProcesses>;
}

/** No server at all: every life on the target is over. */
export function nothingRuns(boot: string, askedAt: number): Topology {
  return { askedAt, boot, server: { pid: 0, start: "", socketPath: "" }, panes: new Map(), processes: new Map() };
}

export const SERVER_FORMAT = "#{pid}\t#{start_time}\t#{socket_path}";

const PANE_FIELDS = [
  "#{pane_id}",
  "#{pane_pid}",
  "#{pane_dead}",
  "#{remain-on-exit}",
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

/** Each line begins with a word of ours: a directory may have a line break and a forged pane in its name. */
export function paneFormat(word: string): string {
  return `${word}\t${PANE_FIELDS}`;
}

/**
 * Changes whenever a pane comes, goes, moves, runs another program, or is to stay or not when it ends; and, at most once
 * a second, when something prints in a window. tmux walks all panes for it every second: once, not for each of the two.
 * Commas would split its loop.
 */
export const WATCH_FORMAT =
  "#{S:#{session_id}#{W:#{window_id}!#{window_activity}#{P: #{pane_pid}#{pane_dead}#{remain-on-exit}#{alternate_on}#{pane_pipe}#{pane_current_command}}}}";

/** What it says when nothing has printed. */
export function withoutActivity(told: string): string {
  return told.replace(/(@\d+)!\d+/g, "$1");
}

export function parseServer(line: string): ServerIdentity | null {
  const [pid, start, socketPath] = line.split("\t");
  return pid && start && socketPath ? { pid: Number(pid), start, socketPath } : null;
}

/** A window linked into several sessions shows its panes once, in the oldest of them. */
export function parsePanes(lines: readonly string[], word: string): Map<string, ObservedPane> {
  const panes = new Map<string, ObservedPane>();
  for (const line of lines) {
    const pane = line.startsWith(`${word}\t`) ? parsePane(line.slice(word.length + 1)) : null;
    if (pane === null) continue;
    const known = panes.get(pane.pane_id);
    if (known === undefined || sessionNumber(pane) < sessionNumber(known)) panes.set(pane.pane_id, pane);
  }
  return panes;
}

function parsePane(line: string): ObservedPane | null {
  const [
    id,
    pid,
    dead,
    remains,
    sessionId,
    windowId,
    windowIndex,
    paneIndex,
    alternate,
    piped,
    ourPipe,
    activity,
    session,
    window,
    command,
    title,
    ...cwd
  ] = line.split("\t");
  if (id === undefined || !id.startsWith("%") || cwd.length === 0) return null;
  return {
    pane_id: id,
    pane_pid: Number(pid),
    dead: dead === "1",
    remains: remains !== "off",
    session_id: sessionId ?? "",
    session_name: session ?? "",
    window_id: windowId ?? "",
    window_index: Number(windowIndex),
    window_name: window ?? "",
    pane_index: Number(paneIndex),
    alternate: alternate === "1",
    piped: piped === "1",
    ourPipe: ourPipe ?? "",
    lastActivity: Number(activity) * 1000,
    command: command ?? "",
    title: title ?? "",
    cwd: cwd.join("\t"),
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

/** Nothing that tmux tells of it is different. */
export function isSamePane(before: ObservedPane | undefined, pane: ObservedPane): boolean {
  const fields = Object.keys(pane) as (keyof ObservedPane)[];
  return before !== undefined && fields.every((field) => before[field] === pane[field]);
}

/** Panes that came, went, or look different to a person than before. */
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
