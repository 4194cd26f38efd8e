import type { Adapter, KnownMetadata } from "../../core/adapter/adapter.ts";
import type { ProcessFacts } from "../../core/adapter/process-facts.ts";
import type { Fault } from "../../core/protocol/base/fault.ts";
import type { Health } from "../../core/protocol/base/state.ts";
import type { Offers } from "../decisions/offers.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { Machine } from "../targets/machine/machine.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";
import type { ObservedPane, ServerIdentity } from "../targets/tmux/topology.ts";

/** The part of a target that actions use. */
export interface ActionTarget {
  readonly name: string;
  /** Host name for ssh; null for this machine. */
  readonly host: string | null;
  /** As in `tmux -L`; empty for tmux's default. */
  readonly socketName: string;
  /** Path of tmux there, if known. */
  tmux(): string;
  health(): Health;
  /** Why it is unreachable; null if it is not. */
  fault(): Fault | null;
  control(): TmuxControl | null;
  server(): ServerIdentity | null;
  pane(paneId: string): ObservedPane | null;
  runtime(runtimeId: string): RuntimeRow | null;
  adapterOf(agent: string): Adapter | null;
  /** The agent's session, directory and home, by which its files are found. */
  metadataOf(runtime: RuntimeRow): KnownMetadata;
  /** Hooks that wait for an answer. */
  readonly offers: Pick<Offers, "find" | "lineFor" | "outcome" | "order" | "interruptAtSocket">;
  /** Runs an sh script there. */
  runScript: Machine["runScript"];
  processes(roots: readonly number[]): Promise<ProcessFacts[]>;
  /** Milliseconds to add to the machine's clock to get ours. */
  clockOffset(): number;
  /** Counts again what is not committed where a pane works: we have changed it. */
  noteChanged(paneId: string): void;
  /** Records that Enter was pressed there through us, or that the agent was answered by its own channel. */
  noteTyped(runtime: RuntimeRow, at: number, correlationId: string): void;
}
