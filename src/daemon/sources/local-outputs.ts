import { join } from "node:path";
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
    const path = join(this.directory, `${server.pid}-${pane.pane_id.slice(1)}`);
    return PanePipe.open(control, pane.pane_id, path, pane.ourPipe !== "", this.scrollback);
  }

  forget(): void {}
}
