import { forEachOf } from "./base/for-each-of.ts";
import type { Scheduler } from "./base/scheduler.ts";
import type { DaemonParts, Services } from "./create-services.ts";
import { PRUNING, pruneOld } from "./retention.ts";
import { sweepSpool } from "./targets/carriers/sweep-spool.ts";
import { noteClock } from "./targets/clock-memory.ts";

const FLUSH_EVERY_MS = 60_000;
const NOTE_CLOCK_MS = 60_000;
const EXPIRE_EVERY_MS = 1_000;
const WAKE_EVERY_MS = 1_000;
const PRINTING_EVERY_MS = 2_000;
const PRUNE_EVERY_MS = 3_600_000;
const BACKUP_CHECK_MS = 600_000;
const VITALS_EVERY_MS = 30_000;
const FIRST_BACKUP_MS = 60_000;
const FIRST_INDEXING_MS = 60_000;
const INDEX_EVERY_MS = 600_000;

/** Starts the daemon's recurring work. */
export function startSchedule(
  scheduler: Scheduler,
  parts: DaemonParts,
  services: Services,
  stopRequested: AbortSignal,
): void {
  const { settings, clock } = parts;
  const { machines, targets, adapters, printing, questions, backups, checker, foldRebuild, vitals } = services;
  scheduler.every("looking at files", settings.reconcile, () => machines.scan());
  scheduler.every("trying again what failed on a target", settings.reconcile, () =>
    forEachOf(targets.all(), (target) => target.retry()),
  );
  const keepTime = () => noteClock(parts.store, clock);
  scheduler.every("storing the time", NOTE_CLOCK_MS, keepTime);
  scheduler.attempt("storing the time", keepTime);
  scheduler.every("storing what adapters counted", FLUSH_EVERY_MS, () => adapters.flush());
  scheduler.every("telling which panes print", PRINTING_EVERY_MS, () => printing.tick());
  scheduler.every("waking agents after a limit", WAKE_EVERY_MS, () => services.wakes.tick());
  scheduler.every("sending queued prompts", WAKE_EVERY_MS, () => services.queueRunner.tick());
  scheduler.every("closing old questions", EXPIRE_EVERY_MS, () => questions.tick());
  // the start must not wait for a backup
  const firstMs = Math.min(FIRST_BACKUP_MS, settings.backup_every);
  scheduler.everyAfter(firstMs, "copying the database", BACKUP_CHECK_MS, () => backups.keepUp());
  scheduler.everyAfter(FIRST_INDEXING_MS, "indexing conversations", INDEX_EVERY_MS, () => services.search.scan());
  scheduler.everyAfter(settings.nudge_first, "looking for silent agents", settings.nudge_every, () => checker.check());
  void foldRebuild.run(stopRequested);
  const prune = () => pruneOld({ ...parts, scheduler, targets: () => targets.all() });
  scheduler.every(PRUNING, PRUNE_EVERY_MS, prune);
  scheduler.attempt(PRUNING, prune);
  const sweep = () => void sweepSpool(parts.home.spool.tmp, clock.now());
  scheduler.every("removing what killed hooks left", PRUNE_EVERY_MS, sweep);
  scheduler.attempt("removing what killed hooks left", sweep);
  scheduler.watchLag(
    "listening to panes again",
    async () => {
      await Promise.all(targets.all().map((target) => target.renewPipes()));
    },
    (lagMs) => vitals.noteLag(lagMs),
  );
  scheduler.every("looking at itself", VITALS_EVERY_MS, () => vitals.sample());
  scheduler.whenDue(
    "bringing states up to date",
    () => targets.nextDue(),
    () => clock.now(),
    () => forEachOf(targets.all(), (target) => target.tick()),
  );
}
