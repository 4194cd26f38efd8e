import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Folds } from "../pipeline/folds.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { Store } from "../store/store.ts";
import type { WakeStore } from "../usage/wake-store.ts";
import type { Actions } from "./actions.ts";
import { AuditLog } from "./audit-log.ts";
import { Wakes } from "./wakes.ts";

interface OpenWakesDeps {
  settings: Pick<Settings, "wake_after" | "wake_text">;
  wakes: WakeStore;
  store: Store;
  folds: Folds;
  fleet: Fleet;
  actions: Actions;
  targets: { refolded(runtimeId: string): void };
  clock: Clock;
  log: Log;
}

export function openWakes({ settings, store, folds, targets, ...deps }: OpenWakesDeps): Wakes {
  return new Wakes({
    ...deps,
    audit: new AuditLog(store, deps.clock),
    foldOf: (runtimeId) => folds.of(runtimeId),
    review: (runtimeId) => targets.refolded(runtimeId),
    afterMs: settings.wake_after,
    text: settings.wake_text,
  });
}
