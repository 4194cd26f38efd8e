import type { PipeMaker } from "../machine/pipe-maker.ts";
import type { TmuxControl } from "../tmux/tmux-control.ts";
import type { Topology } from "../tmux/topology.ts";
import { PaneTap } from "./pane-tap.ts";

/** The taps of one tmux server: one for each pane with listeners. */
export class PaneTaps {
  readonly pipes: PipeMaker;
  private readonly startLines: number;
  private readonly taps = new Map<string, PaneTap>();
  private readonly closing = new Set<Promise<void>>();
  private control: TmuxControl | null = null;
  private topology: Topology | null = null;

  /** `startLines`: scrollback lines in a pane's first capture. */
  constructor(pipes: PipeMaker, startLines: number) {
    this.pipes = pipes;
    this.startLines = startLines;
  }

  /** Sets the latest topology and the connection for commands. */
  observe(topology: Topology, control: TmuxControl): void {
    if (this.topology !== null && this.topology.server.pid !== topology.server.pid) this.forget();
    this.topology = topology;
    this.control = control;
  }

  /** The tap of a pane, kept as long as it has listeners. */
  of(paneId: string): PaneTap {
    const known = this.taps.get(paneId);
    if (known !== undefined) return known;
    const tap = new PaneTap({
      paneId,
      startLines: this.startLines,
      control: () => (this.control?.isOpen === true ? this.control : null),
      canFilter: this.pipes.canFilter,
      makeEnd: (passesAll) => this.pipes.make(paneId, passesAll, this.seen()),
      isLeftBehind: () => this.isLeftBehind(paneId),
    });
    this.taps.set(paneId, tap);
    return tap;
  }

  /** Called after a listener has left. */
  async release(paneId: string): Promise<void> {
    const tap = this.taps.get(paneId);
    if (tap === undefined) return;
    if (tap.isUsed) return tap.narrow();
    this.taps.delete(paneId);
    const closed = tap.close();
    this.closing.add(closed);
    await closed.finally(() => this.closing.delete(closed));
  }

  /** Resolves when all released taps are closed, and tmux has no pipe of ours left. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.closing);
  }

  /** The server is gone, and its pipes with it. */
  forget(): void {
    this.taps.clear();
    this.pipes.forget();
  }

  private seen(): Topology {
    if (this.topology === null) throw new Error("tmux was not looked at yet");
    return this.topology;
  }

  private async isLeftBehind(paneId: string): Promise<boolean> {
    const topology = this.seen();
    const pane = topology.panes.get(paneId);
    return pane !== undefined && pane.ourPipe !== "" && this.pipes.isLeftBehind(pane, topology);
  }
}
