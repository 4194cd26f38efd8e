import type { Adapter } from "../../core/agents/adapter.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { RuntimeFold } from "../../core/engine/fold.ts";
import type { Level, Source } from "../../core/protocol/event.ts";
import type { Resolution } from "../../core/protocol/explain.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { TmuxControl } from "../targets/tmux-control.ts";
import type { ObservedPane } from "../targets/topology.ts";

/** What whoever reads screens needs of a target. */
export interface ScreenTarget {
  readonly name: string;
  /** Null where it does not answer. */
  control(): Pick<TmuxControl, "runList"> | null;
  pane(paneId: string): ObservedPane | null;
  tenantOf(paneId: string): RuntimeRow | null;
  fold(runtimeId: string): RuntimeFold;
  resolution(runtimeId: string): Resolution;
  adapterOf(agent: string): Adapter | null;
  versionOf(runtimeId: string): string | undefined;
  /** What the screen was found to show stands until it is withdrawn. */
  look(runtimeId: string, facts: SignalFacts & { evidence: Level }): boolean;
  withdraw(runtimeId: string, source: Source): void;
}
