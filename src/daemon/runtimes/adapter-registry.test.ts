import { describe, expect, it } from "vitest";
import { type Adapter, CONTRACT } from "../../core/adapter/adapter.ts";
import { AGENTS, REGISTERED } from "../../core/agents/registry.ts";
import { AdapterItem, AdapterList } from "../../core/protocol/daemon/adapters.ts";
import type { Fleet } from "../publish/fleet.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { aCursor, aRuntime } from "../store/test-rows.ts";
import { AdapterRegistry } from "./adapter-registry.ts";

const NAMES = REGISTERED.map(({ name }) => name);

describe("AdapterRegistry", () => {
  it("[AD4] knows every adapter of the registry, all of them enabled at first", () => {
    const { registry, store } = setUp();
    expect(registry.enabled()).toEqual(AGENTS);
    expect(NAMES.map((name) => registry.adapterOf(name)?.name)).toEqual(NAMES);
    expect([registry.isEnabled("claude"), registry.isEnabled("generic"), registry.adapterOf("nobody")]).toEqual([
      true,
      false,
      null,
    ]);
    expect(store.adapters().map(({ adapter_name }) => adapter_name)).toEqual(NAMES.toSorted());
  });

  it("[AD4] disabling an adapter is announced, and survives a restart of the daemon", () => {
    const { registry, store, at } = setUp();
    const told: string[] = [];
    registry.onChange(() => told.push(registry.isEnabled("claude") ? "on" : "off"));
    const before = registry.enabled();
    at(5_000);
    expect(registry.disable("claude")).toMatchObject({ name: "claude", enabled: false });
    registry.disable("claude");
    expect([registry.isEnabled("claude"), registry.adapterOf("claude"), told]).toEqual([false, null, ["off"]]);
    expect(registry.enabled()).toEqual(before.filter(({ name }) => name !== "claude"));
    const next = setUp({ store }).registry;
    expect(next.enabled()).toEqual(registry.enabled());
    expect(next.list().items.find(({ name }) => name === "claude")).toMatchObject({ enabled: false });
  });

  it("[AD26] the time at which an adapter was enabled again survives a restart; one that never was off has none", () => {
    const { registry, store, at } = setUp();
    registry.disable("codex");
    at(7_000);
    registry.enable("codex");
    at(8_000);
    registry.enable("codex");
    const times = (each: AdapterRegistry) => [each.enabledSince("codex"), each.enabledSince("claude")];
    expect(times(registry)).toEqual([7_000, null]);
    expect(times(setUp({ store }).registry)).toEqual([7_000, null]);
  });

  it("[AD4] an adapter is not switched if that cannot be stored", () => {
    const { registry, store } = setUp();
    store.saveAdapter = () => {
      throw new Error("full");
    };
    expect(() => registry.disable("claude")).toThrow("full");
    expect(registry.isEnabled("claude")).toBe(true);
  });

  it("[AD4] an unknown name is refused, with the known ones", () => {
    const { registry } = setUp();
    const fault = { code: "E_ADAPTER_NOT_FOUND", message: `there is no adapter nobody; there are ${NAMES.join(", ")}` };
    expect(() => registry.enable("nobody")).toThrow(expect.objectContaining(fault));
    expect(() => registry.disable("nobody")).toThrow(expect.objectContaining(fault));
  });

  it("[AD1, AP9] lists each with its contract, capabilities, number of agents and last event", () => {
    const { registry, store, at } = setUp({ running: { claude: 2, generic: 1 } });
    store.insertRuntime(aRuntime());
    store.saveSourceCursor(aCursor({ source: "hook", last_order_event_time: 900 }));
    at(1_000);
    const list = registry.list();
    expect(AdapterList.parse(list)).toEqual(list);
    expect(list).toMatchObject({ schema_version: 1, generated_at: 1_000 });
    expect(list.items.map(({ name }) => name)).toEqual(NAMES);
    expect(list.items[0]).toEqual({
      name: "claude",
      label: "Claude Code",
      contract: CONTRACT,
      compatible: true,
      enabled: true,
      capabilities: AGENTS[0]?.capabilities,
      health: { running: 2, last_event: { at: 900, source: "hook" }, unknown_screens: [], versions: ["2.1.0"] },
    });
    expect(list.items[1]?.health).toEqual({ running: 0, last_event: null, unknown_screens: [], versions: [] });
  });

  it("[AD1] an adapter of another contract version is listed as such and never used", () => {
    const other = { ...(REGISTERED[0] as Adapter), name: "other", contract: "9.0" };
    const { registry } = setUp({ registered: [...REGISTERED, other] });
    expect([registry.adapterOf("other"), registry.isEnabled("other"), registry.enabled()]).toEqual([
      null,
      false,
      AGENTS,
    ]);
    expect(registry.enable("other")).toMatchObject({ compatible: false, contract: "9.0", enabled: true });
  });

  it("[AD18] screens that were not recognised are counted by version, the newest first, and kept once they are flushed", () => {
    const { registry, store } = setUp();
    for (const version of ["2.1.0", "2.1.0", null, "2.2.0"]) registry.noteUnknownScreen("claude", version);
    registry.noteUnknownScreen("nobody", "1");
    const counts = [
      { version: "2.2.0", count: 1 },
      { version: null, count: 1 },
      { version: "2.1.0", count: 2 },
    ];
    expect([registry.unknownScreens("claude"), registry.unknownScreens("codex")]).toEqual([counts, []]);
    expect(AdapterItem.parse(registry.list().items[0]).health.unknown_screens).toEqual(counts);
    expect(setUp({ store }).registry.unknownScreens("claude")).toEqual([]);
    registry.flush();
    expect(setUp({ store }).registry.unknownScreens("claude")).toEqual(counts);
  });

  it("[AD18] nothing is written while nothing was counted", () => {
    const { registry, store } = setUp();
    registry.noteUnknownScreen("claude", null);
    registry.flush();
    store.saveAdapter = () => {
      throw new Error("written");
    };
    registry.flush();
    registry.noteUnknownScreen("claude", null);
    expect(() => registry.flush()).toThrow("written");
  });
});

function setUp(given: { store?: ReturnType<typeof openMemoryStore>; running?: object; registered?: Adapter[] } = {}) {
  const { store = openMemoryStore(), running = {}, registered = REGISTERED } = given;
  let now = 100;
  const fleet = { summary: () => ({ by_agent: running }) } as Pick<Fleet, "summary">;
  const registry = new AdapterRegistry(
    { store, fleet, clock: { now: () => now }, versionsOf: (agent) => (agent === "claude" ? ["2.1.0"] : []) },
    registered,
  );
  const at = (time: number) => {
    now = time;
  };
  return { registry, store, at };
}
