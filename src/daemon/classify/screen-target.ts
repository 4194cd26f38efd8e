import type { Adapter } from "../../core/adapter/adapter.ts";
import type { SignalFacts } from "../../core/engine/envelope.ts";
import type { RuntimeFold } from "../../core/engine/runtime-fold.ts";
import type { Level, Source } from "../../core/protocol/events/event.ts";
import type { Resolution } from "../../core/protocol/events/explain.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";
import type { ObservedPane } from "../targets/tmux/topology.ts";

/** The part of a target that classifiers use. */
export interface ScreenTarget {
  readonly name: string;
  /** Null if it is not connected. */
  control(): Pick<TmuxControl, "runList"> | null;
  pane(paneId: string): ObservedPane | null;
  activeRuntimeOf(paneId: string): RuntimeRow | null;
  fold(runtimeId: string): RuntimeFold;
  resolution(runtimeId: string): Resolution;
  adapterOf(agent: string): Adapter | null;
  versionOf(runtimeId: string): string | undefined;
  /** Reports a level read off the screen; it holds until it is withdrawn. */
  look(runtimeId: string, facts: SignalFacts & { evidence: Level }): boolean;
  withdraw(runtimeId: string, source: Source): void;
}
