import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { makePrivateDirectory } from "../private-directory.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import type { ObservedPane, Topology } from "../targets/topology.ts";
import type { OutputCarrier, OutputResult } from "./pane-output.ts";
import { PanePipe } from "./pane-pipe.ts";

/** The output of panes on this machine: tmux's own pipes into FIFOs of ours. */
export class LocalOutputs implements OutputCarrier {
  private readonly directory: string;
  private readonly scrollback: number;

  constructor(directory: string, scrollback: number) {
    this.directory = directory;
    this.scrollback = scrollback;
  }

  open(pane: ObservedPane, { server }: Topology, control: TmuxControl): Promise<OutputResult> {
    makePrivateDirectory(this.directory);
    // never the same again: the writer of a pipe that was closed before it began finds no FIFO, and ends
    const path = join(this.directory, `${server.pid}-${pane.pane_id.slice(1)}-${randomUUID().slice(0, 8)}`);
    const former = dirname(pane.ourPipe) === this.directory ? pane.ourPipe : null;
    return PanePipe.open(control, pane.pane_id, path, former, this.scrollback);
  }

  forget(): void {}
}
