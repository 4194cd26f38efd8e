import { opendirSync, readFileSync } from "node:fs";
import type { Vitals } from "../../core/protocol/daemon/daemon.ts";
import type { Log } from "../base/log.ts";
import type { Problems } from "../base/problems.ts";
import type { Broadcast } from "../publish/broadcast.ts";
import type { Store } from "../store/store.ts";

export interface VitalSignsDeps {
  store: Pick<Store, "eventTotals" | "countDeliveries">;
  broadcast: Pick<Broadcast, "waiting">;
  /** The directory of this machine's unread reports. */
  spool: string;
  problems: Problems;
  log: Log;
}

const STRAINED = "E_DAEMON_STRAINED";
const MUCH_MEMORY = 1024 ** 3;
const MANY_FILES = 0.8;
const LONGEST_KEPT_MS = 60_000;
/** A flooded spool is not read to its end for a figure. */
const MOST_COUNTED = 10_000;

/** The daemon's own figures: measured on request, and now and then to notice when something runs short. */
export class VitalSigns {
  private readonly deps: VitalSignsDeps;
  private readonly limit = descriptorLimit();
  private lagMs = 0;
  /** Of this minute and of the one before. */
  private longest = { now: 0, before: 0, since: performance.now() };
  private last: { at: number; events: number };
  private rate = 0;

  constructor(deps: VitalSignsDeps) {
    this.deps = deps;
    this.last = { at: performance.now(), events: deps.store.eventTotals().ever };
  }

  noteLag(lagMs: number): void {
    const now = performance.now();
    this.lagMs = lagMs;
    if (now - this.longest.since > LONGEST_KEPT_MS) this.longest = { now: 0, before: this.longest.now, since: now };
    this.longest.now = Math.max(this.longest.now, lagMs);
  }

  /** Called at intervals. */
  sample(): void {
    const { problems, log } = this.deps;
    const now = performance.now();
    const { memory_bytes, open_files, events } = this.look();
    this.rate = ((events - this.last.events) * 1_000) / Math.max(now - this.last.at, 1);
    this.last = { at: now, events };
    const words = strain(memory_bytes, open_files, this.limit);
    if (words === null) problems.clear(STRAINED);
    else if (problems.raise(STRAINED, words)) log.warn({ memory_bytes, open_files }, "the daemon is strained");
  }

  look(): Vitals {
    const { store, broadcast, spool } = this.deps;
    const { ever, pending } = store.eventTotals();
    const { rss, heapUsed } = process.memoryUsage();
    const waiting = store.countDeliveries().filter(({ state }) => state === "waiting");
    return {
      memory_bytes: rss,
      heap_bytes: heapUsed,
      open_files: count(process.platform === "linux" ? "/proc/self/fd" : "/dev/fd"),
      open_files_limit: this.limit,
      lag_ms: Math.round(this.lagMs * 10) / 10,
      longest_lag_ms: Math.round(Math.max(this.longest.now, this.longest.before) * 10) / 10,
      events: ever,
      events_per_second: Math.round(this.rate * 100) / 100,
      unbound_events: pending,
      spooled: count(spool) ?? 0,
      unpublished_panes: broadcast.waiting,
      undelivered: waiting.reduce((sum, each) => sum + each.count, 0),
    };
  }
}

/** The resource that runs short, as text; null if none does. */
export function strain(memory: number, files: number | null, limit: number | null): string | null {
  if (memory > MUCH_MEMORY)
    return `the daemon uses ${Math.round(memory / 1024 ** 2)} MiB of memory: 'agtmux daemon restart' frees it; please report what it was doing`;
  if (files !== null && limit !== null && files > limit * MANY_FILES)
    return `the daemon has ${files} of ${limit} files open: raise the limit ('ulimit -n') of what starts it, and restart it`;
  return null;
}

function count(directory: string): number | null {
  try {
    const entries = opendirSync(directory);
    let found = 0;
    while (found < MOST_COUNTED && entries.readSync() !== null) found += 1;
    entries.closeSync();
    return found;
  } catch {
    return null;
  }
}

function descriptorLimit(): number | null {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
