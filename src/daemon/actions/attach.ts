import type { AttachReport } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { ActionTarget } from "./action-target.ts";
import type { GuardedPane } from "./guarded-pane.ts";

/** The command that shows the pane to a person, who is in a pane of `insideServer` or outside tmux. */
export function attachPlan(
  { target, pane }: Pick<GuardedPane, "target" | "pane">,
  insideServer: number | null,
  sshConfig: string,
): Pick<AttachReport, "how" | "argv"> {
  const server = target.server();
  const seen = target.pane(pane.pane_id);
  if (server === null || seen === null)
    throw new Fault("E_STALE_SNAPSHOT", `pane ${pane.pane_id} is gone`, { guard: "pane" });
  // only ids: names may contain anything and may be reused
  const place = `${seen.session_id}:${seen.window_id}.${pane.pane_id}`;
  if (target.host === null && server.pid === insideServer)
    return { how: "switch", argv: ["tmux", "-S", server.socketPath, "switch-client", "-t", place] };
  const attach = attachCommand(target, server.socketPath, place, sshConfig);
  if (insideServer === null) return { how: "attach", argv: attach };
  // tmux would run what is in #(…), and end the command at a semicolon
  const name = `${target.name}/${seen.session_name}`.replaceAll(/[#;\p{C}]/gu, "_");
  // tmux refuses to nest if TMUX is set
  return { how: "window", argv: ["tmux", "new-window", "-n", name, "env", "-u", "TMUX", "-u", "TMUX_PANE", ...attach] };
}

function attachCommand(target: ActionTarget, socketPath: string, place: string, sshConfig: string): string[] {
  if (target.host === null) return ["tmux", "-S", socketPath, "attach-session", "-t", place];
  const socket = target.socketName === "" ? [] : ["-L", target.socketName];
  // words for the login shell there: only `place` has a character that the shell would interpret
  const there = [target.tmux(), "-u", ...socket, "attach-session", "-t", `'${place}'`];
  return ["ssh", ...(sshConfig === "" ? [] : ["-F", sshConfig]), "-t", "--", target.host, there.join(" ")];
}
