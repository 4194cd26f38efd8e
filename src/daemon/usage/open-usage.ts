import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/store.ts";
import { UsageLedger } from "./usage-ledger.ts";
import { UsageReport } from "./usage-report.ts";
import { WakeStore } from "./wake-store.ts";

/** Opens all about usage: the ledger of conversations, its reports, and the list of agents to wake when a limit resets. */
export function openUsage({ store, settings, clock }: { store: Store; settings: Settings; clock: Clock }) {
  return {
    ledger: new UsageLedger({ store, settings }),
    usage: new UsageReport({ store, prices: settings.usage.prices, clock }),
    wakeStore: new WakeStore(store),
  };
}
