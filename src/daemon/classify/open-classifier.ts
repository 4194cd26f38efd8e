import { setTimeout as sleep } from "node:timers/promises";
import type { Settings } from "../../core/protocol/settings/settings.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Store } from "../store/store.ts";
import { Budget } from "./budget.ts";
import { Classifier } from "./classifier.ts";

export interface ClassifierParts {
  settings: Settings;
  store: Store;
  clock: Clock;
  log: Log;
}

const TIMEOUT_MS = 15_000;

/** Wires the classifier to the daemon. */
export function openClassifier({ settings, store, clock, log }: ClassifierParts): Classifier {
  return new Classifier({
    settings,
    environment: process.env,
    budget: new Budget({ store, clock, perHour: settings.classifier_budget }),
    timeoutMs: TIMEOUT_MS,
    pause: (ms, signal) => sleep(ms, undefined, { signal }),
    clock,
    log,
  });
}
