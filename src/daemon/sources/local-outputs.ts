import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import type { Log } from "../log.ts";
import { makePrivateDirectory } from "../private-directory.ts";
import { hasOtherChildren } from "../targets/local-processes.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import type { ObservedPane, Topology } from "../targets/topology.ts";
import { LookedAtPane } from "./looked-at-pane.ts";
import type { OutputCarrier, OutputResult } from "./pane-output.ts";
import { PanePipe } from "./pane-pipe.ts";

/**
 * The output of panes on this machine: tmux's own pipes into FIFOs of ours.
 * Of a pipe whose command has ended tmux learns only when it writes to it the second time, and says until then that there is
 * one. The command of a pipe is a child of the server: where it has none besides its panes and ours, such a pipe is nobody's.
 * A pane with a pipe of the user's own is looked at instead.
 */
export class LocalOutputs implements OutputCarrier {
  private readonly directory: string;
  private readonly scrollback: number;
  private readonly log: Log;

  constructor(directory: string, scrollback: number, log: Log) {
    this.directory = directory;
    this.scrollback = scrollback;
    this.log = log;
  }

  async open(pane: ObservedPane, { server, panes }: Topology, control: TmuxControl): Promise<OutputResult> {
    makePrivateDirectory(this.directory);
    // never the same again: the writer of a pipe that was closed before it began finds no FIFO, and ends
    const path = join(this.directory, `${server.pid}-${pane.pane_id.slice(1)}-${randomUUID().slice(0, 8)}`);
    const former = dirname(pane.ourPipe) === this.directory ? pane.ourPipe : null;
    const panePids = new Set([...panes.values()].map(({ pane_pid }) => pane_pid));
    const isStale = async () => !(await hasOtherChildren(server.pid, panePids, this.directory));
    const piped = await PanePipe.open(control, pane.pane_id, path, former, this.scrollback, isStale);
    if (piped !== "taken") return piped;
    this.log.info({ pane: pane.pane_id }, "its output is piped elsewhere: it is looked at instead");
    return LookedAtPane.open(pane, this.scrollback, control, (now) => !now.piped);
  }

  forget(): void {}
}
