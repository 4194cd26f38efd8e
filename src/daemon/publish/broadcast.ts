import type { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneIdentity, PaneItem } from "../../core/protocol/lists/lists.ts";
import type { StreamMessage } from "../../core/protocol/lists/stream.ts";
import type { PaneNews } from "../../core/protocol/lists/watch-event.ts";
import type { Clock } from "../base/clock.ts";
import { Listeners } from "../base/listeners.ts";
import type { Fleet, FleetChange } from "./fleet.ts";

export interface BroadcastOptions {
  fleet: Fleet;
  clock: Clock;
  quietMs: number;
  mostMs: number;
  /** A listener has thrown. */
  onFault(error: unknown): void;
}

export type Urgency = "at once" | "batched";

/** Sends changes to subscribers: direct signals at once, others batched. */
export class Broadcast {
  private readonly options: BroadcastOptions;
  private readonly subscribers: Listeners<StreamMessage>;
  private readonly listeners: Listeners<FleetChange>;
  private readonly foreignListeners: Listeners<readonly PaneNews[]>;
  private readonly changed = new Map<string, PaneItem>();
  private readonly removed = new Map<string, PaneIdentity>();
  private gatheringSince: number | null = null;
  private timer: NodeJS.Timeout | null = null;
  private soon: NodeJS.Immediate | null = null;

  constructor(options: BroadcastOptions) {
    this.options = options;
    this.subscribers = new Listeners(options.onFault);
    this.listeners = new Listeners(options.onFault);
    this.foreignListeners = new Listeners(options.onFault);
  }

  /**
   * Sends a snapshot first, then every delta after it. `first` replaces the snapshot by the change since what the
   * client knows; if it is a fault, it is sent along with the snapshot.
   */
  subscribe(listener: (message: StreamMessage) => void, first: FleetChange | Fault | null = null): () => void {
    const { fleet, clock } = this.options;
    this.flush();
    if (first === null) listener(fleet.snapshot(clock.now()));
    else if ("changed" in first) listener(fleet.delta(first, clock.now()));
    else listener({ ...fleet.snapshot(clock.now()), error: first.toBody() });
    return this.subscribers.add(listener);
  }

  /** Calls `listener` after every change, before batching: for readers of the log. */
  onChange(listener: (change: FleetChange) => void): () => void {
    return this.listeners.add(listener);
  }

  /** Whether panes of other members may be among what is sent. */
  get isInFleet(): boolean {
    return this.options.fleet.member !== null;
  }

  /** Panes whose change is gathered and not sent yet. */
  get waiting(): number {
    return this.changed.size + this.removed.size;
  }

  /** Publishes a change of the fleet; `direct` sends it at once. */
  publish(change: FleetChange, urgency: Urgency): void {
    if (change.changed.length === 0 && change.removed.length === 0) return;
    this.listeners.publish(change);
    this.add(change);
    if (urgency === "at once") this.flush();
    else this.gather();
  }

  /** Publishes changes of other members' panes: to those who look, and to nobody who acts on panes. */
  publishForeign(change: FleetChange): void {
    if (change.changed.length === 0 && change.removed.length === 0) return;
    const news = this.options.fleet.applyForeign(change);
    if (news.length > 0) this.foreignListeners.publish(news);
    this.add(change);
    // at once, and what arrives together is sent together
    this.soon ??= setImmediate(() => this.flush());
  }

  /** Calls `listener` with news of other members' panes, which are in no log. */
  onForeign(listener: (news: readonly PaneNews[]) => void): () => void {
    return this.foreignListeners.add(listener);
  }

  /** Call when target errors have changed: sent at once, together with the current batch. */
  publishTargets(): void {
    this.send();
  }

  close(): void {
    this.stopWaiting();
    this.subscribers.clear();
    this.listeners.clear();
    this.foreignListeners.clear();
  }

  private add(change: FleetChange): void {
    for (const item of change.changed) {
      this.changed.set(keyOf(item.identity), item);
      this.removed.delete(keyOf(item.identity));
    }
    for (const identity of change.removed) {
      this.removed.set(keyOf(identity), identity);
      this.changed.delete(keyOf(identity));
    }
  }

  private gather(): void {
    const now = this.options.clock.now();
    this.gatheringSince ??= now;
    const wait = Math.min(this.options.quietMs, this.gatheringSince + this.options.mostMs - now);
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), Math.max(0, wait));
  }

  private flush(): void {
    if (this.changed.size > 0 || this.removed.size > 0) this.send();
    else this.stopWaiting();
  }

  private stopWaiting(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.soon !== null) clearImmediate(this.soon);
    this.timer = null;
    this.soon = null;
    this.gatheringSince = null;
  }

  private send(): void {
    this.stopWaiting();
    const change = { changed: [...this.changed.values()], removed: [...this.removed.values()] };
    this.changed.clear();
    this.removed.clear();
    const message = this.options.fleet.delta(change, this.options.clock.now());
    this.subscribers.publish(message);
  }
}

function keyOf(identity: PaneIdentity): string {
  return `${identity.target}/${identity.pane_id}`;
}
