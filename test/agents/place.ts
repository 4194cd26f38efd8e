import { isRunning } from "../support/daemon-life.ts";
import { descendants } from "../support/process-tree.ts";
import { AGTMUX, type Sandbox, until } from "../support/sandbox.ts";
import type { SshHost } from "../support/ssh-host.ts";

/** The machine whose tmux holds the agents: this one, or one over ssh. */
export interface Place {
  /** AGTMUX_HOME there. */
  readonly home: string;
  /** The command `agtmux` there. */
  readonly agtmux: string;
  session(name: string, command: string): string;
  tmux(...args: string[]): string;
  /** All processes that run under this one, the oldest first, without those that have ended but are not reaped. */
  descendants(pid: number): number[];
  isRunning(pid: number): boolean;
  signal(pids: readonly number[], signal: "KILL" | "STOP" | "CONT"): void;
}

export function here(box: Sandbox): Place {
  return {
    home: box.home,
    agtmux: AGTMUX,
    session: (name, command) => box.session(name, command),
    tmux: (...args) => box.tmux(...args),
    descendants: (pid) =>
      descendants(pid)
        .map((each) => each.pid)
        .filter(isRunning),
    isRunning,
    signal: (pids, signal) => {
      for (const pid of pids.filter(isRunning)) process.kill(pid, `SIG${signal}`);
    },
  };
}

/** Its processes have numbers of their own, so they are listed and ended there. */
export function overSsh(vm: SshHost): Place {
  const all = () =>
    vm
      .run("ps -A -o pid=,ppid=,stat=,comm=")
      .split("\n")
      .map((line) => {
        const [pid, parent, stat = "", name = ""] = line.trim().split(/\s+/);
        return { pid: Number(pid), parent: Number(parent), stat, name };
      })
      .filter(({ stat }) => !stat.startsWith("Z"));
  return {
    home: vm.home,
    agtmux: `${vm.home}/bin/agtmux`,
    session: (name, command) => vm.session(name, command),
    tmux: (...args) => vm.tmux(...args),
    descendants: (pid) => descendants(pid, all()).map((each) => each.pid),
    isRunning: (pid) => all().some((each) => each.pid === pid),
    signal: (pids, signal) => {
      // one of them may have ended since they were listed
      if (pids.length > 0) vm.run(`kill -${signal} ${pids.join(" ")} || :`);
    },
  };
}

/** Makes the shell of a pane run `eval "$(agtmux env)"`; returns its SCHMUX_STATUS_FILE. */
export async function register(place: Place, paneId: string): Promise<string> {
  const screen = () => place.tmux("capture-pane", "-p", "-J", "-t", paneId);
  place.tmux("send-keys", "-t", paneId, "-l", `eval "$(${place.agtmux} env)"; echo "file=<$SCHMUX_STATUS_FILE>"`);
  place.tmux("send-keys", "-t", paneId, "Enter");
  // a slow shell prints its prompt after what was typed to it
  const shown = () => /^(?:\S )?file=<(\/[^>]+)>$/m.exec(screen())?.[1];
  await until(
    () => shown() !== undefined,
    () => `${paneId} is not registered:\n${screen()}`,
  );
  return shown() as string;
}
