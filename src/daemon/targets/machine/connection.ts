import type { Socket } from "node:net";
import type { Fault } from "../../../core/protocol/base/fault.ts";
import type { Executor } from "../executor/executor.ts";

/** How a machine other than this one is reached: one login, over which programs run. */
export interface Connection extends Executor {
  /** Resolves when the connection has ended: with the reason, or null if we closed it. */
  readonly closed: Promise<Fault | null>;
  /** How many programs run over it. */
  readonly openChannels: number;
  /** Connects to a unix socket there; absent where that is not possible. */
  openSocket?(path: string): Promise<Socket>;
  /** Ends the connection and all programs that run over it. */
  close(): Promise<void>;
}
