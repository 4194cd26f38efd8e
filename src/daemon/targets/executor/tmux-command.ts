import { Fault } from "../../../core/protocol/base/fault.ts";

/** Hidden session for the watcher's window, on machines that allow only one channel. */
export const HELPER_SESSION = "_agtmux";

const OLDEST: readonly [number, number] = [3, 2];

/**
 * `tmux` arguments with the server to talk to: -u because a C locale would garble names, -N because we never start a
 * server.
 */
export function tmuxArgs(socketName: string, ...args: string[]): string[] {
  const words = ["-u", "-N", ...args.map(wholeWord)];
  return socketName === "" ? words : ["-L", socketName, ...words];
}

/** A word that ends in a semicolon would end the command. */
function wholeWord(word: string): string {
  return word.endsWith(";") ? `${word.slice(0, -1)}\\;` : word;
}

/**
 * A control-mode client without side effects. -E: else our environment would overwrite the session's. no-output: a
 * client that gets pane output crashes the server (tmux up to 3.7) when a pane that prints much is respawned.
 */
export function controlArgs(socketName: string, session: string): string[] {
  return tmuxArgs(socketName, "-C", "attach-session", "-E", "-f", "no-output,ignore-size", "-t", session);
}

/** tmux would take our own pane variables for nesting. */
export function tmuxEnvironment(): NodeJS.ProcessEnv {
  const { TMUX: _tmux, TMUX_PANE: _pane, ...rest } = process.env;
  return rest;
}

/**
 * Returns the version, or throws a Fault that names it, the oldest supported one, and a remote host. "tmux next-3.6"
 * and "tmux master" are new enough.
 */
export function checkedVersion(line: string, host: string | null = null): string {
  const version = line.replace(/^tmux\s+/, "");
  const match = /(?<!\d)(\d+)\.(\d+)/.exec(version);
  if (match === null) return version;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    const where = host === null ? "" : ` on ${host}`;
    const words = `tmux ${version}${where} is too old: agtmux needs ${OLDEST.join(".")} or newer`;
    throw new Fault("E_TMUX_TOO_OLD", words, { version, needs: OLDEST.join("."), ...(host !== null && { host }) });
  }
  return version;
}
