import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { makePrivateDirectory } from "../private-directory.ts";
import { hasOtherChildren } from "../targets/local-processes.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import type { ObservedPane, Topology } from "../targets/topology.ts";
import { FifoEnd, hasWriter, unlinkQuietly } from "./fifo-end.ts";
import { PaneTap } from "./pane-tap.ts";

const SCROLLBACK = 2_000;

/**
 * The taps of one tmux server on this machine.
 * Of a pipe whose command has ended tmux learns only when it writes to it the second time, and says until then that there is
 * one. The command of a pipe is a child of the server: where it has none besides its panes and ours, such a pipe is nobody's.
 */
export class LocalTaps {
  private readonly directory: string;
  private readonly taps = new Map<string, PaneTap>();
  private readonly closing = new Set<Promise<void>>();
  private control: TmuxControl | null = null;
  private topology: Topology | null = null;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** As tmux was last seen, and the connection for commands. */
  observe(topology: Topology, control: TmuxControl): void {
    if (this.topology !== null && this.topology.server.pid !== topology.server.pid) this.taps.clear();
    this.topology = topology;
    this.control = control;
  }

  /** The tap of a pane, for as long as anybody listens to it. */
  of(paneId: string): PaneTap {
    const known = this.taps.get(paneId);
    if (known !== undefined) return known;
    const tap = new PaneTap({
      paneId,
      scrollback: SCROLLBACK,
      control: () => (this.control?.isOpen === true ? this.control : null),
      makeEnd: () => this.makeEnd(paneId),
      isLeftBehind: () => this.isLeftBehind(paneId),
    });
    this.taps.set(paneId, tap);
    return tap;
  }

  /** Somebody listens no longer. */
  async release(paneId: string): Promise<void> {
    const tap = this.taps.get(paneId);
    if (tap === undefined || tap.isUsed) return;
    this.taps.delete(paneId);
    const closed = tap.close();
    this.closing.add(closed);
    await closed.finally(() => this.closing.delete(closed));
  }

  /** Resolves when what was released is closed: nothing of ours is left in tmux. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.closing);
  }

  private makeEnd(paneId: string): Promise<FifoEnd> {
    makePrivateDirectory(this.directory);
    const server = this.topology?.server.pid ?? 0;
    // never the same again: the writer of a pipe that was closed before it began finds no FIFO, and ends
    return FifoEnd.make(join(this.directory, `${server}-${paneId.slice(1)}-${randomUUID().slice(0, 8)}`));
  }

  private async isLeftBehind(paneId: string): Promise<boolean> {
    const pane: ObservedPane | undefined = this.topology?.panes.get(paneId);
    const path = pane?.ourPipe ?? "";
    if (this.topology === null || dirname(path) !== this.directory) return false;
    const { server, panes } = this.topology;
    const panePids = new Set([...panes.values()].map(({ pane_pid }) => pane_pid));
    const isOurs = hasWriter(path) || !(await hasOtherChildren(server.pid, panePids, this.directory));
    unlinkQuietly(path);
    return isOurs;
  }
}
