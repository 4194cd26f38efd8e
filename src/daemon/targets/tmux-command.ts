import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Fault } from "../../core/protocol/fault.ts";

const run = promisify(execFile);
const OLDEST: readonly [number, number] = [3, 2];

/** `tmux` with the server it must talk to: -u because a C locale would garble names, -N because we never start a server. */
export function tmuxArgs(socketName: string, ...args: string[]): string[] {
  return socketName === "" ? ["-u", "-N", ...args] : ["-L", socketName, "-u", "-N", ...args];
}

/** Our own pane variables would make tmux think that it is nested. */
export function tmuxEnvironment(): NodeJS.ProcessEnv {
  const { TMUX: _tmux, TMUX_PANE: _pane, ...rest } = process.env;
  return rest;
}

export async function tmuxVersion(signal?: AbortSignal): Promise<string> {
  const { stdout } = await run("tmux", ["-V"], { signal, env: tmuxEnvironment() }).catch(
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT")
        throw new Fault(
          "E_TMUX_MISSING",
          "tmux is not installed: install it with your system's packages (apt-get install tmux, brew install tmux)",
        );
      throw cause;
    },
  );
  return checkedVersion(stdout.trim());
}

/** The version, or a refusal that names both. "tmux next-3.6" and "tmux master" are new enough. */
export function checkedVersion(line: string): string {
  const version = line.replace(/^tmux\s+/, "");
  const match = /(\d+)\.(\d+)/.exec(version);
  if (match === null) return version;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    throw new Fault("E_TMUX_TOO_OLD", `tmux ${version} is too old: agtmux needs ${OLDEST.join(".")} or newer`, {
      version,
      needs: OLDEST.join("."),
    });
  }
  return version;
}

/**
 * The session a control client disturbs least: one that is attached anyway, else the one used last. Null without a
 * server, or with one that has no session; throws where tmux could not be asked, which says nothing about the server.
 */
export async function pickSession(socketName: string, signal?: AbortSignal): Promise<string | null> {
  const format = "#{session_id} #{session_attached} #{session_activity} #{session_name}";
  const { stdout } = await run("tmux", tmuxArgs(socketName, "list-sessions", "-F", format), {
    signal,
    env: tmuxEnvironment(),
  }).catch((error: Error & { stderr?: string }) => {
    if (/^no server running|^error connecting to .*\((No such file|Connection refused)/m.test(error.stderr ?? ""))
      return { stdout: "" };
    throw error;
  });
  const sessions = stdout.split("\n").flatMap((line) => {
    const [id, attached, activity, ...name] = line.split(" ");
    return id === undefined || !id.startsWith("$")
      ? []
      : [{ id, attached: Number(attached), activity: Number(activity), name: name.join(" ") }];
  });
  sessions.sort((a, b) => Math.sign(b.attached) - Math.sign(a.attached) || b.activity - a.activity);
  return sessions[0]?.id ?? null;
}
