import { messageOf } from "../../core/protocol/base/fault.ts";
import { phaseOf } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { FleetChange } from "../publish/fleet.ts";
import { TURN } from "../runtimes/turn-key.ts";
import type { Store } from "../store/store.ts";
import type { Machine } from "../targets/machine/machine.ts";
import { takeSnapshot } from "./turn-git.ts";
import type { TurnRecord } from "./turn-record.ts";

export interface TurnSnapshotsDeps {
  target: string;
  machine: Pick<Machine, "runScript" | "carrier">;
  store: Pick<Store, "transact" | "remember">;
  isOn: boolean;
  clock: Clock;
  log: Log;
}

/** A repository in which a snapshot failed or took too long is left alone for this time. */
const REST_MS = 600_000;

interface Watched {
  runtimeId: string;
  isAtRest: boolean;
  /** When its last turn ended, 0 if that is not known; null once the next one has begun. */
  restedAt: number | null;
  /** A turn has begun, and no tool in it was seen yet. */
  isFresh: boolean;
}

/** Takes a snapshot of the working tree when a turn of an agent begins, and when it ends, so that the next one is quick. */
export class TurnSnapshots {
  private readonly deps: TurnSnapshotsDeps;
  /** By pane. */
  private readonly watched = new Map<string, Watched>();
  private readonly restingUntil = new Map<string, number>();
  /** By directory: git works in one at a time. */
  private readonly queues = new Map<string, Promise<void>>();
  private serial = 0;

  constructor(deps: TurnSnapshotsDeps) {
    this.deps = deps;
  }

  follow({ changed, removed }: FleetChange): void {
    // where each look is a login it would come too late
    if (!this.deps.isOn || this.deps.machine.carrier === "window") return;
    const isHere = ({ target }: PaneItem["identity"]) => target === this.deps.target;
    for (const identity of removed) if (isHere(identity)) this.watched.delete(identity.pane_id);
    for (const item of changed) if (isHere(item.identity)) this.note(item);
  }

  /** Resolves when all that was begun is done. */
  async settled(): Promise<void> {
    await Promise.all(this.queues.values());
  }

  private note(item: PaneItem): void {
    const { identity, runtime_id: runtimeId, doing, state, since } = item;
    const directory = doing?.directory?.path ?? "";
    const phase = phaseOf(state);
    if (runtimeId === null || !directory.startsWith("/") || phase === null) return;
    const before = this.watched.get(identity.pane_id);
    const was = before?.runtimeId === runtimeId ? before : null;
    const isAtRest = phase === "rest";
    const now: Watched = was ?? { runtimeId, isAtRest, restedAt: isAtRest ? 0 : null, isFresh: false };
    if (was === null) this.watched.set(identity.pane_id, now);
    // an end that does not hold leaves its turn as it was: what shows then has gone on since before that end
    const begins = !isAtRest && now.restedAt !== null && (since === null || since >= now.restedAt);
    const ends = isAtRest && !now.isAtRest;
    now.isAtRest = isAtRest;
    if (ends) now.restedAt = since ?? 0;
    if (begins) {
      now.restedAt = null;
      now.isFresh = true;
    }
    if (doing?.tool !== null) now.isFresh = false;
    if (begins) this.enqueue(directory, () => this.begin(now, directory));
    if (ends) this.enqueue(directory, () => this.end(directory));
  }

  private enqueue(directory: string, work: () => Promise<void>): void {
    const queue = (this.queues.get(directory) ?? Promise.resolve()).then(work);
    this.queues.set(directory, queue);
    void queue.finally(() => this.queues.get(directory) === queue && this.queues.delete(directory));
  }

  private async begin(watched: Watched, directory: string): Promise<void> {
    const began_at = this.deps.clock.now();
    const taken = await this.take(directory);
    this.keep(watched.runtimeId, { directory, began_at, late: taken.commit !== null && !watched.isFresh, ...taken });
  }

  private async end(directory: string): Promise<void> {
    await this.take(directory);
  }

  private async take(directory: string): Promise<Pick<TurnRecord, "commit" | "why">> {
    const { machine, clock, log } = this.deps;
    if ((this.restingUntil.get(directory) ?? 0) > clock.now())
      return { commit: null, why: "a snapshot here failed or took too long a short while ago" };
    try {
      const { commit } = await takeSnapshot(machine, directory, this.nextName());
      return { commit, why: null };
    } catch (error) {
      this.restingUntil.set(directory, clock.now() + REST_MS);
      log.debug({ directory, err: String(error) }, "no snapshot of the turn");
      return { commit: null, why: messageOf(error) };
    }
  }

  private keep(runtimeId: string, record: TurnRecord): void {
    const { store, log } = this.deps;
    try {
      store.transact(() => store.remember(TURN + runtimeId, JSON.stringify(record)));
    } catch (error) {
      log.debug({ err: String(error) }, "the snapshot of a turn is not stored");
    }
  }

  /** Names sort by age. */
  private nextName(): string {
    this.serial += 1;
    return `${this.deps.clock.now()}-${String(this.serial).padStart(6, "0")}`;
  }
}
