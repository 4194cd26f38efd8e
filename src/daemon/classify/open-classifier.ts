import { setTimeout as sleep } from "node:timers/promises";
import type { Settings } from "../../core/protocol/settings.ts";
import type { Clock } from "../clock.ts";
import type { Home } from "../home.ts";
import type { Log } from "../log.ts";
import type { Store } from "../store/store.ts";
import { Budget } from "./budget.ts";
import { Classifier } from "./classifier.ts";

export interface ClassifierParts {
  settings: Settings;
  home: Home;
  store: Store;
  clock: Clock;
  log: Log;
}

const TIMEOUT_MS = 15_000;

/** The classifier, wired to the daemon's parts. */
export function openClassifier({ settings, home, store, clock, log }: ClassifierParts): Classifier {
  return new Classifier({
    settings,
    environment: process.env,
    directory: home.dir,
    budget: new Budget({ store, clock, perHour: settings.classifier_budget }),
    timeoutMs: TIMEOUT_MS,
    pause: (ms, signal) => sleep(ms, undefined, { signal }),
    clock,
    log,
  });
}
