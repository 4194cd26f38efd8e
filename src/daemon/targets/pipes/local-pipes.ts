import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { makePrivateDirectory } from "../../base/private-directory.ts";
import type { PipeEnd } from "../machine/pipe-end.ts";
import type { PipeMaker } from "../machine/pipe-maker.ts";
import { hasOtherChildren } from "../processes/local-processes.ts";
import type { ObservedPane, Topology } from "../tmux/topology.ts";
import { FifoEnd, hasWriter, unlinkQuietly } from "./fifo-end.ts";

/** Pipes on this machine: each is a FIFO in our own directory and passes all output. */
export class LocalPipes implements PipeMaker {
  readonly lagMs = 40;
  readonly canFilter = false;
  private readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  make(paneId: string, _passesAll: boolean, { server }: Topology): Promise<PipeEnd> {
    makePrivateDirectory(this.directory);
    // a unique name: the writer of a pipe that was closed before it started finds no FIFO, and exits
    return FifoEnd.make(join(this.directory, `${server.pid}-${paneId.slice(1)}-${randomUUID().slice(0, 8)}`));
  }

  /**
   * tmux notices only at the second write that a pipe's command has ended, and reports it as open until then. A pipe's
   * command is a child of the server: if the server has no children besides its panes and ours, the pipe is unused.
   */
  async isLeftBehind({ ourPipe }: ObservedPane, { server, panes }: Topology): Promise<boolean> {
    if (dirname(ourPipe) !== this.directory) return false;
    const panePids = new Set([...panes.values()].map(({ pane_pid }) => pane_pid));
    const isOurs = hasWriter(ourPipe) || !(await hasOtherChildren(server.pid, panePids, this.directory));
    unlinkQuietly(ourPipe);
    return isOurs;
  }

  forget(): void {}
}
