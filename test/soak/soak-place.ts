import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drop } from "../support/spool-drop.ts";

/** This machine, or one over ssh. */
export interface Ground {
  readonly dir: string;
  readonly home: string;
  tmux(...args: string[]): string;
}

export interface SoakPane {
  target: string;
  paneId: string;
  /** The pane's terminal device: bytes written to it are the pane's output. */
  tty: string;
  statusFile: string;
}

const WINDOWS = 20;

/** A tmux server with many panes, all registered. */
export class SoakPlace {
  readonly target: string;
  readonly ground: Ground;
  readonly panes: SoakPane[];
  /** In the format of `$TMUX`. */
  readonly server: string;

  constructor(target: string, ground: Ground, count: number) {
    this.target = target;
    this.ground = ground;
    const script = join(ground.dir, "panes.conf");
    const lines = Array.from({ length: count }, (_, n) => windowLine(ground.dir, n));
    writeFileSync(script, `${lines.join("\n")}\n`);
    ground.tmux("new-session", "-d", "-s", "first", "exec cat", ";", "source-file", script);
    ground.tmux("kill-session", "-t", "first");
    this.server = `${ground.tmux("display-message", "-p", "#{socket_path},#{pid}")},0`;
    const signals = join(ground.dir, ".schmux", "signal");
    mkdirSync(signals, { recursive: true });
    this.panes = ground
      .tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_tty}")
      .split("\n")
      .map((line) => {
        const [paneId = "", tty = ""] = line.split(" ");
        return { target, paneId, tty, statusFile: join(signals, `soak-${paneId.slice(1)}`) };
      });
  }

  /** Registers every pane as `agtmux env` would. */
  register(): void {
    for (const { paneId, statusFile } of this.panes) {
      const registration = {
        session_id: `soak-${paneId.slice(1)}`,
        workspace_id: "soak",
        workspace: this.ground.dir,
        status_file: statusFile,
        pane_id: paneId,
        tmux_server_pid: Number(this.server.split(",").at(-2)),
      };
      const payload = JSON.stringify(registration);
      drop(this.ground, { agent: "agtmux", event: "register", pane: paneId, tmux: this.server, payload });
    }
  }
}

function windowLine(dir: string, n: number): string {
  const session = `s${Math.floor(n / WINDOWS)}`;
  return n % WINDOWS === 0
    ? `new-session -d -s ${session} -x 100 -y 30 -c '${dir}' 'exec cat'`
    : `new-window -d -t ${session}: -c '${dir}' 'exec cat'`;
}
