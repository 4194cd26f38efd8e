import type { LocalTaps } from "../taps/local-taps.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import type { ObservedPane, Topology } from "../targets/topology.ts";

/** What the pane showed at the very moment its output began to flow to us. */
export interface OutputStart {
  /** Scrollback, then the screen. */
  rows: string[];
  /** How many of the rows are the screen. */
  height: number;
  alternate: boolean;
}

/** All that one pane prints from now on. */
export interface PaneOutput {
  onData(listener: (bytes: Uint8Array) => void): void;
  /** Of what was printed right before, some may not have come: it is in what the pane shows now. */
  onSplice?(listener: (start: OutputStart) => void): void;
  /** Where no stream can be had: what the pane shows, again and again. */
  onLook?(listener: (look: OutputStart) => void): void;
  /** Called when it ends although the pane goes on. */
  onEnd?(listener: () => void): void;
  /** Whether it still flows, as far as tmux tells; asked at every look at tmux. */
  isOpen(pane: ObservedPane, control: TmuxControl): boolean;
  /** Gives the pane back as it was; null where the pane is gone. */
  close(control: TmuxControl | null): Promise<void>;
}

export type OutputResult =
  | { status: "open"; output: PaneOutput; start: OutputStart }
  /** To be tried again in a moment. */
  | { status: "later" }
  | { status: "gone" };

/** How a pane's output gets here: through a pipe on this machine, over a connection from another one. */
export interface OutputCarrier {
  /** The pipes of panes on this machine; null for others. */
  readonly taps: LocalTaps | null;
  open(pane: ObservedPane, topology: Topology, control: TmuxControl): Promise<OutputResult>;
  /** The server is gone, or another one has come. */
  forget(): void;
}
