import { isDeepStrictEqual } from "node:util";
import { type Adapter, isCompatible } from "../../core/adapter/adapter.ts";
import { REGISTERED } from "../../core/agents/registry.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { AdapterItem, AdapterList, UnknownScreens } from "../../core/protocol/daemon/adapters.ts";
import type { Clock } from "../base/clock.ts";
import type { Fleet } from "../publish/fleet.ts";
import type { AdapterRow, LastHeard, Store } from "../store/store.ts";
import type { KeptScreens, Unrecognised } from "./kept-screens.ts";

export interface AdapterRegistryDeps {
  store: Store;
  fleet: Pick<Fleet, "summary">;
  clock: Clock;
  /** The versions of an agent that run now. */
  versionsOf(agent: string): string[];
  /** Keeps screens that no cue fits; absent if the user does not want that. */
  keptScreens?: KeptScreens | undefined;
}

interface Entry {
  adapter: Adapter;
  row: AdapterRow;
}

/** The adapters, which of them are enabled, and their statistics. Switching is stored. */
export class AdapterRegistry {
  private readonly deps: AdapterRegistryDeps;
  private readonly entries = new Map<string, Entry>();
  private readonly listeners: (() => void)[] = [];
  /** Adapters whose counts are not stored yet. */
  private readonly counted = new Set<string>();
  private inUse: readonly Adapter[];

  constructor(deps: AdapterRegistryDeps, registered: readonly Adapter[] = REGISTERED) {
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

  /** The enabled, compatible adapters; the same array until one is switched. */
  enabled(): readonly Adapter[] {
    return this.inUse;
  }

  /** All that fit this version, enabled or not. */
  compatible(): readonly Adapter[] {
    return [...this.entries.values()].map(({ adapter }) => adapter).filter(({ contract }) => isCompatible(contract));
  }

  /** False for an unknown name. */
  isEnabled(name: string): boolean {
    return this.adapterOf(name) !== null;
  }

  /** When it was enabled again; null if it was never disabled. */
  enabledSince(name: string): number | null {
    return this.entries.get(name)?.row.enabled_since ?? null;
  }

  /** The adapter of that name, if it is in use. */
  adapterOf(name: string): Adapter | null {
    return this.inUse.find((adapter) => adapter.name === name) ?? null;
  }

  /** Calls `listener` after an adapter was switched. */
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

  /** Counts a screen that the adapter cannot read. In memory until `flush`: screens are read often. */
  noteUnknownScreen(name: string, version: string | null, screen?: Unrecognised): void {
    const entry = this.entries.get(name);
    if (entry === undefined) return;
    if (screen !== undefined) this.deps.keptScreens?.saw(name, version, screen);
    const others = entry.row.unknown_screens.filter((each) => each.version !== version);
    const count = (entry.row.unknown_screens.find((each) => each.version === version)?.count ?? 0) + 1;
    // the current version comes first
    entry.row = { ...entry.row, unknown_screens: [{ version, count }, ...others] };
    this.counted.add(name);
  }

  unknownScreens(name: string): readonly UnknownScreens[] {
    return this.entries.get(name)?.row.unknown_screens ?? [];
  }

  /** Stores the counts since the last call. */
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

  /** Durable before it takes effect. */
  private save(row: AdapterRow): void {
    this.deps.store.transact(() => this.deps.store.saveAdapter(row));
    this.entry(row.adapter_name).row = row;
  }

  private findInUse(): readonly Adapter[] {
    return this.compatible().filter(({ name }) => this.entry(name).row.enabled);
  }

  private itemOf({ adapter, row }: Entry, heard: readonly LastHeard[]): AdapterItem {
    const { name, label, contract, capabilities, byDocumentation } = adapter;
    const last = heard.find(({ agent_type }) => agent_type === name);
    return {
      name,
      label,
      contract,
      compatible: isCompatible(contract),
      enabled: row.enabled,
      capabilities,
      ...(byDocumentation && { by_documentation: true }),
      health: {
        running: this.deps.fleet.summary().by_agent[name] ?? 0,
        last_event: last === undefined ? null : { at: last.at, source: last.source },
        unknown_screens: row.unknown_screens,
        versions: this.deps.versionsOf(name),
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
