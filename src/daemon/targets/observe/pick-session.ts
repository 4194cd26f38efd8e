import { Fault } from "../../../core/protocol/base/fault.ts";
import { HELPER_SESSION, tmuxArgs } from "../executor/tmux-command.ts";
import type { Machine } from "../machine/machine.ts";

const ANSWER_MS = 5_000;

export type PickedSession =
  | { status: "found"; id: string }
  /** The server has no session but our own. */
  | { status: "empty" }
  /** Nothing listens on its socket. */
  | { status: "gone" }
  /** There is no socket; a server that has lost it may still run. */
  | { status: "no socket" };

/**
 * Picks the session that a control client disturbs least: an attached one, else the one used last. Throws when tmux
 * could not be asked, which says nothing about the server.
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
