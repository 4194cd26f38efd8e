import type { ObservedPane, Topology } from "../tmux/topology.ts";
import type { PipeEnd } from "./pipe-end.ts";

/** Creates the pipes of one tmux server, on this machine or another one. */
export interface PipeMaker {
  /** How much later than a capture the last bytes it shows may arrive, in milliseconds. */
  readonly lagMs: number;
  /** Whether a pipe can pass only lines that may hold a marker. */
  readonly canFilter: boolean;
  make(paneId: string, passesAll: boolean, topology: Topology): Promise<PipeEnd>;
  /** Whether the pipe that tmux reports was left by a former daemon of ours. */
  isLeftBehind(pane: ObservedPane, topology: Topology): Promise<boolean>;
  /** The server is gone or was replaced. */
  forget(): void;
}
