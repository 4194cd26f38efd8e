import type { Fault } from "../core/protocol/fault.ts";
import type { PaneIdentity, PaneItem } from "../core/protocol/lists.ts";
import type { StreamMessage } from "../core/protocol/stream.ts";
import type { Clock } from "./clock.ts";
import type { Fleet, FleetChange } from "./fleet.ts";
import type { Projection } from "./projector.ts";

export interface BroadcastOptions {
  fleet: Fleet;
  clock: Clock;
  quietMs: number;
  mostMs: number;
}

/** Tells subscribers what changed: at once if an agent said something, else after a moment's gathering. */
export class Broadcast {
  private readonly options: BroadcastOptions;
  private readonly subscribers = new Set<(message: StreamMessage) => void>();
  private readonly listeners = new Set<(change: FleetChange) => void>();
  private readonly changed = new Map<string, PaneItem>();
  private readonly removed = new Map<string, PaneIdentity>();
  private gatheringSince: number | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(options: BroadcastOptions) {
    this.options = options;
  }

  /**
   * The caller gets a snapshot first, then every delta after it. In place of the snapshot, the change since what it
   * knows already; or with the snapshot, the fault that kept it from being told that.
   */
  subscribe(listener: (message: StreamMessage) => void, first: FleetChange | Fault | null = null): () => void {
    const { fleet, clock } = this.options;
    this.flush();
    if (first === null) listener(fleet.snapshot(clock.now()));
    else if ("changed" in first) listener(fleet.delta(first, clock.now()));
    else listener({ ...fleet.snapshot(clock.now()), error: first.toBody() });
    this.subscribers.add(listener);
    return () => this.subscribers.delete(listener);
  }

  /** Calls after every change, before anything is gathered: for whoever reads the log itself. */
  onChange(listener: (change: FleetChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell({ change, position }: Pick<Projection, "change" | "position">, direct: boolean): void {
    this.options.fleet.apply(change, position);
    if (change.changed.length === 0 && change.removed.length === 0) return;
    for (const heed of this.listeners) heed(change);
    for (const item of change.changed) {
      this.changed.set(keyOf(item.identity), item);
      this.removed.delete(keyOf(item.identity));
    }
    for (const identity of change.removed) {
      this.removed.set(keyOf(identity), identity);
      this.changed.delete(keyOf(identity));
    }
    if (direct) this.flush();
    else this.gather();
  }

  /** Which targets answer has changed: told at once, with what was being gathered. */
  tellTargets(): void {
    this.send();
  }

  close(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.subscribers.clear();
    this.listeners.clear();
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
  }

  private send(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.gatheringSince = null;
    const change = { changed: [...this.changed.values()], removed: [...this.removed.values()] };
    this.changed.clear();
    this.removed.clear();
    const message = this.options.fleet.delta(change, this.options.clock.now());
    for (const tell of this.subscribers) tell(message);
  }
}

function keyOf(identity: PaneIdentity): string {
  return `${identity.target}/${identity.pane_id}`;
}
