import { isDeepStrictEqual } from "node:util";
import { type Adapter, isCompatible } from "../core/agents/adapter.ts";
import { REGISTERED } from "../core/agents/registry.ts";
import type { AdapterItem, AdapterList, UnknownScreens } from "../core/protocol/adapters.ts";
import { Fault } from "../core/protocol/fault.ts";
import type { Clock } from "./clock.ts";
import type { Fleet } from "./fleet.ts";
import type { AdaptersBackend } from "./server/adapters-api.ts";
import type { AdapterRow, LastHeard, Store } from "./store/store.ts";

export interface AdapterBookDeps {
  store: Store;
  fleet: Pick<Fleet, "summary">;
  clock: Clock;
}

interface Entry {
  adapter: Adapter;
  row: AdapterRow;
}

/** The adapters, which of them are in use, and how they do. What is switched here holds across restarts. */
export class AdapterBook implements AdaptersBackend {
  private readonly deps: AdapterBookDeps;
  private readonly entries = new Map<string, Entry>();
  private readonly listeners: (() => void)[] = [];
  /** Whose counts are not stored yet. */
  private readonly counted = new Set<string>();
  private inUse: readonly Adapter[];

  constructor(deps: AdapterBookDeps, registered: readonly Adapter[] = REGISTERED) {
    this.deps = deps;
    const { store, clock } = deps;
    const known = new Map(store.adapters().map((row) => [row.adapter_name, row]));
    for (const adapter of registered) {
      const before = known.get(adapter.name) ?? null;
      const row = { ...rowOf(adapter, before), updated_at: before?.updated_at ?? clock.now() };
      this.entries.set(adapter.name, { adapter, row });
      if (!isDeepStrictEqual(row, before)) this.save({ ...row, updated_at: clock.now() });
    }
    this.inUse = this.findInUse();
  }

  /** Those that may speak; the same array until one is switched. */
  enabled(): readonly Adapter[] {
    return this.inUse;
  }

  /** False for a name that nobody has. */
  isEnabled(name: string): boolean {
    return this.adapterOf(name) !== null;
  }

  /** Since when it is on again; null for one that never was off. */
  enabledSince(name: string): number | null {
    return this.entries.get(name)?.row.enabled_since ?? null;
  }

  /** Who speaks under this name, if anybody is known and allowed to. */
  adapterOf(name: string): Adapter | null {
    return this.inUse.find((adapter) => adapter.name === name) ?? null;
  }

  /** Called after one was switched. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  list(): AdapterList {
    const heard = this.deps.store.lastHeard();
    const items = [...this.entries.values()].map((entry) => this.itemOf(entry, heard));
    return { schema_version: 1, generated_at: this.deps.clock.now(), items };
  }

  enable(name: string): AdapterItem {
    return this.turn(name, true);
  }

  disable(name: string): AdapterItem {
    return this.turn(name, false);
  }

  /** Its agent shows what the adapter cannot read. Kept in memory until `flush`: screens are looked at often. */
  noteUnknownScreen(name: string, version: string | null): void {
    const entry = this.entries.get(name);
    if (entry === undefined) return;
    const others = entry.row.unknown_screens.filter((each) => each.version !== version);
    const count = (entry.row.unknown_screens.find((each) => each.version === version)?.count ?? 0) + 1;
    // the version that is in use now comes first
    entry.row = { ...entry.row, unknown_screens: [{ version, count }, ...others] };
    this.counted.add(name);
  }

  unknownScreens(name: string): readonly UnknownScreens[] {
    return this.entries.get(name)?.row.unknown_screens ?? [];
  }

  /** Stores what was counted since the last time. */
  flush(): void {
    if (this.counted.size === 0) return;
    const { store } = this.deps;
    store.transact(() => {
      for (const name of this.counted) store.saveAdapter(this.entry(name).row);
    });
    this.counted.clear();
  }

  private turn(name: string, enabled: boolean): AdapterItem {
    const entry = this.entry(name);
    const { clock, store } = this.deps;
    if (entry.row.enabled !== enabled) {
      const now = clock.now();
      this.save({ ...entry.row, enabled, enabled_since: enabled ? now : null, updated_at: now });
      this.inUse = this.findInUse();
      for (const listener of this.listeners) listener();
    }
    return this.itemOf(entry, store.lastHeard());
  }

  /** Durable before it counts. */
  private save(row: AdapterRow): void {
    this.deps.store.transact(() => this.deps.store.saveAdapter(row));
    this.entry(row.adapter_name).row = row;
  }

  private findInUse(): Adapter[] {
    const allowed = [...this.entries.values()].filter(({ row }) => row.enabled);
    return allowed.map(({ adapter }) => adapter).filter(({ contract }) => isCompatible(contract));
  }

  private itemOf({ adapter, row }: Entry, heard: readonly LastHeard[]): AdapterItem {
    const { name, label, contract, capabilities } = adapter;
    const last = heard.find(({ agent_type }) => agent_type === name);
    return {
      name,
      label,
      contract,
      compatible: isCompatible(contract),
      enabled: row.enabled,
      capabilities,
      health: {
        running: this.deps.fleet.summary().by_agent[name] ?? 0,
        last_event: last === undefined ? null : { at: last.at, source: last.source },
        unknown_screens: row.unknown_screens,
      },
    };
  }

  private entry(name: string): Entry {
    const entry = this.entries.get(name);
    if (entry !== undefined) return entry;
    const names = [...this.entries.keys()].join(", ");
    throw new Fault("E_ADAPTER_NOT_FOUND", `there is no adapter ${name}; there are ${names}`, { adapter: name });
  }
}

function rowOf({ name, contract, capabilities }: Adapter, before: AdapterRow | null): Omit<AdapterRow, "updated_at"> {
  return {
    adapter_name: name,
    agent_type: name,
    version: contract,
    capabilities,
    enabled: before?.enabled ?? true,
    enabled_since: before?.enabled_since ?? null,
    unknown_screens: before?.unknown_screens ?? [],
  };
}
