import { Fault } from "../../core/protocol/fault.ts";
import type { Machine } from "./machine.ts";

/** Where no other way leads to a machine, our window on it lives in a session of this name; nobody is shown it. */
export const HELPER_SESSION = "_agtmux";

const ANSWER_MS = 5_000;
const OLDEST: readonly [number, number] = [3, 2];

/** `tmux` with the server it must talk to: -u because a C locale would garble names, -N because we never start a server. */
export function tmuxArgs(socketName: string, ...args: string[]): string[] {
  const words = ["-u", "-N", ...args.map(wholeWord)];
  return socketName === "" ? words : ["-L", socketName, ...words];
}

/** A word that ends in a semicolon would end the command. */
function wholeWord(word: string): string {
  return word.endsWith(";") ? `${word.slice(0, -1)}\\;` : word;
}

/** A control-mode client that disturbs nobody. -E: else the session's environment would be overwritten by ours. */
export function controlArgs(socketName: string, session: string): string[] {
  return tmuxArgs(socketName, "-C", "attach-session", "-E", "-f", "no-output,ignore-size", "-t", session);
}

/** A control-mode client that gets what the panes of a session print. */
export function outputArgs(socketName: string, session: string): string[] {
  return tmuxArgs(socketName, "-C", "attach-session", "-E", "-f", "ignore-size", "-t", session);
}

/** Our own pane variables would make tmux think that it is nested. */
export function tmuxEnvironment(): NodeJS.ProcessEnv {
  const { TMUX: _tmux, TMUX_PANE: _pane, ...rest } = process.env;
  return rest;
}

/** The version, or a refusal that names both, and the host where it is another one. "tmux next-3.6" and "tmux master" are new enough. */
export function checkedVersion(line: string, host: string | null = null): string {
  const version = line.replace(/^tmux\s+/, "");
  const match = /(\d+)\.(\d+)/.exec(version);
  if (match === null) return version;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    const where = host === null ? "" : ` on ${host}`;
    const words = `tmux ${version}${where} is too old: agtmux needs ${OLDEST.join(".")} or newer`;
    throw new Fault("E_TMUX_TOO_OLD", words, { version, needs: OLDEST.join("."), ...(host !== null && { host }) });
  }
  return version;
}

export type PickedSession =
  | { status: "found"; id: string }
  /** A server without a session of anybody's. */
  | { status: "empty" }
  /** Nobody listens on its socket. */
  | { status: "gone" }
  /** There is no socket; a server that has lost it may live on. */
  | { status: "no socket" };

/**
 * The session a control client disturbs least: one that is attached anyway, else the one used last.
 * Throws where tmux could not be asked, which says nothing about the server.
 */
export async function pickSession(
  machine: Pick<Machine, "runTmux">,
  socketName: string,
  signal?: AbortSignal,
): Promise<PickedSession> {
  const format = "#{session_id} #{session_attached} #{session_activity} #{session_name}";
  const { code, stdout, stderr } = await machine.runTmux(tmuxArgs(socketName, "list-sessions", "-F", format), {
    timeoutMs: ANSWER_MS,
    ...(signal && { signal }),
  });
  if (code !== 0) {
    if (/no server running|error connecting to .*\(Connection refused/.test(stderr)) return { status: "gone" };
    if (/error connecting to .*\(No such file/.test(stderr)) return { status: "no socket" };
    if (/no sessions/.test(stderr)) return { status: "empty" };
    throw new Fault("E_TMUX", `tmux could not be asked: ${stderr.trim() || `it ended with code ${code}`}`);
  }
  const sessions = stdout.split("\n").flatMap((line) => {
    const [id, attached, activity, ...name] = line.split(" ");
    return id === undefined || !id.startsWith("$") || name.join(" ") === HELPER_SESSION
      ? []
      : [{ id, attached: Number(attached), activity: Number(activity) }];
  });
  sessions.sort((a, b) => Math.sign(b.attached) - Math.sign(a.attached) || b.activity - a.activity);
  const id = sessions[0]?.id;
  return id === undefined ? { status: "empty" } : { status: "found", id };
}
