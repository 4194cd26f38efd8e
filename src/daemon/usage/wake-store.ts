import { Wake } from "../../core/protocol/actions/wake.ts";
import { StagedMap } from "../store/staged-map.ts";
import type { Store } from "../store/store.ts";
import { readStored } from "../store/stored-json.ts";

const KEY = "wake:";

/** Which agents are to be told to go on, and when. Kept over restarts. */
export class WakeStore {
  private readonly store: Pick<Store, "unit" | "remember" | "forget" | "recallAll" | "transact">;
  private readonly wakes: StagedMap<string, Wake>;

  constructor(store: WakeStore["store"]) {
    this.store = store;
    this.wakes = new StagedMap(store.unit);
    for (const stored of store.recallAll(KEY).values()) {
      const wake = readStored(Wake, stored);
      if (wake !== null) this.wakes.set(wake.runtime_id, wake);
    }
  }

  /** Soonest first. */
  all(): Wake[] {
    return [...this.wakes.values()].sort((a, b) => a.wakes_at - b.wakes_at || (a.ref < b.ref ? -1 : 1));
  }

  /** When that agent is woken from this limit; null if nobody asked for it. */
  at(runtimeId: string, limitedSince: number): number | null {
    const wake = this.wakes.get(runtimeId);
    return wake?.limited_since === limitedSince ? wake.wakes_at : null;
  }

  of(runtimeId: string): Wake | null {
    return this.wakes.get(runtimeId) ?? null;
  }

  keep(wake: Wake): void {
    this.store.transact(() => {
      this.store.remember(`${KEY}${wake.runtime_id}`, JSON.stringify(wake));
      this.wakes.set(wake.runtime_id, wake);
    });
  }

  drop(runtimeId: string): void {
    this.store.transact(() => {
      this.store.forget(`${KEY}${runtimeId}`);
      this.wakes.delete(runtimeId);
    });
  }
}
