import type { Adapter } from "../../core/agents/adapter.ts";
import type { ProcessFacts } from "../../core/agents/process-facts.ts";
import type { Fault } from "../../core/protocol/fault.ts";
import type { Health } from "../../core/protocol/state.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import type { ObservedPane, ServerIdentity } from "../targets/topology.ts";

/** What an action needs of the target it is done on. */
export interface ActionTarget {
  readonly name: string;
  /** As ssh knows it; null for this machine. */
  readonly host: string | null;
  /** `tmux -L`; empty is tmux's default. */
  readonly socketName: string;
  /** The path of tmux there, where it is known. */
  tmux(): string;
  health(): Health;
  /** Why it does not answer, where it does not. */
  fault(): Fault | null;
  control(): TmuxControl | null;
  server(): ServerIdentity | null;
  pane(paneId: string): ObservedPane | null;
  runtime(runtimeId: string): RuntimeRow | null;
  adapterOf(agent: string): Adapter | null;
  processes(roots: readonly number[]): Promise<ProcessFacts[]>;
  /** Added to the machine's clock to get ours. */
  clockOffset(): number;
  /** A person pressed Enter there through us. */
  noteTyped(runtime: RuntimeRow, at: number, correlationId: string): void;
}
