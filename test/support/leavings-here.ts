import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { type Sandbox, until } from "./sandbox.ts";

/** Everything a daemon could leave behind on this machine. */
export interface LeavingsHere {
  /** Processes whose arguments name the home, or that have a file in it open. */
  processes: string[];
  fifos: string[];
  /** tmux control clients. */
  clients: string[];
  /** Panes whose output is piped, or that have an option of ours. */
  panes: string[];
}

export function leavingsHere(box: Sandbox): LeavingsHere {
  const format = "#{pane_id} #{pane_pipe} #{@agtmux_pipe}";
  return {
    processes: processesWith(box.home),
    fifos: readdirSync(join(box.home, "pipes")),
    clients: controlClients(box),
    panes: box
      .tmux("list-panes", "-a", "-F", format)
      .split("\n")
      .filter((line) => !/^%\d+ 0 ?$/.test(line)),
  };
}

/** Waits until nothing of ours is left and only the test's own sessions exist. */
export async function untilNothingHere(box: Sandbox, sessions: readonly string[]): Promise<void> {
  const nothing = JSON.stringify({ processes: [], fifos: [], clients: [], panes: [] });
  const names = () => box.tmux("list-sessions", "-F", "#{session_name}").split("\n").sort();
  await until(
    () => JSON.stringify(leavingsHere(box)) === nothing && names().join() === sessions.toSorted().join(),
    () => `${JSON.stringify(leavingsHere(box), null, 1)}, sessions ${names().join(", ")}`,
  );
}

export function controlClients(box: Sandbox): string[] {
  return box
    .tmux("list-clients", "-F", "#{client_control_mode} #{client_pid}")
    .split("\n")
    .filter((line) => line.startsWith("1"));
}

function processesWith(directory: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
        const isOurs = command.includes(directory) || open.some((path) => path.startsWith(directory));
        return isOurs ? [`${pid} ${command.slice(0, 120)}`] : [];
      } catch {
        return [];
      }
    });
}
