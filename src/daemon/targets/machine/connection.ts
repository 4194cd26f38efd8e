import type { Fault } from "../../../core/protocol/base/fault.ts";
import type { Executor } from "../executor/executor.ts";

/** How a machine other than this one is reached: one login, over which programs run. */
export interface Connection extends Executor {
  /** Resolves when the connection has ended: with the reason, or null if we closed it. */
  readonly closed: Promise<Fault | null>;
  /** How many programs run over it. */
  readonly openChannels: number;
  /** Ends the connection and all programs that run over it. */
  close(): Promise<void>;
}
