import type { EngineConfig } from "../core/engine/engine-config.ts";
import type { Settings } from "../core/protocol/settings.ts";
import type { Health } from "../core/protocol/state.ts";
import type { AdapterBook } from "./adapter-book.ts";
import type { Broadcast } from "./broadcast.ts";
import type { Clock } from "./clock.ts";
import { ClueBook } from "./clues.ts";
import type { Fleet } from "./fleet.ts";
import type { Folds } from "./folds.ts";
import { Intake } from "./intake.ts";
import { Lives } from "./lives.ts";
import type { Log } from "./log.ts";
import type { Outbox } from "./notify/outbox.ts";
import { Pipeline } from "./pipeline.ts";
import type { Problems } from "./problems.ts";
import { Projector } from "./projector.ts";
import { SquadBook } from "./squad-book.ts";
import type { Store } from "./store/store.ts";
import type { Machine } from "./targets/machine.ts";

export interface TargetPipelineDeps {
  target: string;
  machine: Pick<Machine, "signals">;
  settings: Settings;
  store: Store;
  folds: Folds;
  fleet: Fleet;
  broadcast: Broadcast;
  problems: Problems;
  config: EngineConfig;
  adapters: Pick<AdapterBook, "adapterOf">;
  clock: Clock;
  log: Log;
  health(): Health;
  /** A runtime has said where its files are. */
  onClues(runtimeId: string): void;
  /** Squad signals were told. */
  onSignals(): void;
  /** What is to be told to people. */
  calls?: Pick<Outbox, "heed"> | undefined;
}

/** All that what is said on one target goes through, wired. */
export function targetPipeline(deps: TargetPipelineDeps) {
  const { target, machine, store, folds, fleet, broadcast, config, clock, log, health, settings, onClues } = deps;
  const clues = new ClueBook(store);
  const lives = new Lives(store, target, clock.now(), clues);
  const signals = new SquadBook({
    target,
    store,
    lives,
    clues,
    clock,
    onTold: () => deps.onSignals(),
    files: machine.signals,
    review: (paneIds) => pipeline.reviewAll(paneIds),
  });
  const signalOf = (runtimeId: string, now: number) => signals.brief(runtimeId, now);
  const projector = new Projector({ store, lives, folds, fleet, config, target, health, signalOf, calls: deps.calls });
  const pipeline: Pipeline = new Pipeline({
    store,
    clues,
    signals,
    isEnabled: (agent) => deps.adapters.adapterOf(agent) !== null,
    onClues,
    lives,
    folds,
    projector,
    broadcast,
    clock,
    log,
    bindTtlMs: settings.bind_ttl,
    target,
  });
  const intake = new Intake({ pipeline, problems: deps.problems, log });
  return { clues, lives, signals, projector, pipeline, intake };
}
