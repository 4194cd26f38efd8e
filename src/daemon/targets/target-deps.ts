import type { EngineConfig } from "../../core/engine/engine-config.ts";
import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { Clock } from "../base/clock.ts";
import type { WorkReport } from "../base/failures.ts";
import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";
import type { ScreenTarget } from "../classify/screen-target.ts";
import type { TargetOffer } from "../decisions/target-offer.ts";
import type { CallSink } from "../pipeline/call-sink.ts";
import type { Folds } from "../pipeline/folds.ts";
import type { ShownChecks } from "../pipeline/shown-checks.ts";
import type { ShownQueues } from "../pipeline/shown-queues.ts";
import type { Broadcast } from "../publish/broadcast.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { AdapterRegistry } from "../runtimes/adapter-registry.ts";
import type { Store } from "../store/store.ts";
import type { UsageLedger } from "../usage/usage-ledger.ts";
import type { WakeStore } from "../usage/wake-store.ts";

export interface TargetDeps {
  settings: Settings;
  store: Store;
  folds: Folds;
  fleet: Fleet;
  ledger: UsageLedger;
  wakes: WakeStore;
  queues?: ShownQueues | undefined;
  broadcast: Broadcast;
  problems: Problems;
  failures: WorkReport;
  config: EngineConfig;
  adapters: Pick<AdapterRegistry, "adapterOf" | "enabled" | "enabledSince" | "noteUnknownScreen">;
  clock: Clock;
  log: Log;
  /** Its health, or the reason of a failure, has changed. */
  onHealth(): void;
  /** New squad signals are stored. */
  onSignals(): void;
  checks?: ShownChecks | undefined;
  /** The notification outbox. */
  calls?: CallSink | undefined;
  /** An agent asks through a channel of its own, where rules may answer. */
  onOffer?(offered: TargetOffer): void;
  /** A pane that we listen to has produced output. */
  onOutput?(screens: ScreenTarget, paneId: string): void;
}
