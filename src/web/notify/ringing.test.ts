import { describe, expect, it } from "vitest";
import { testPane, testSummary } from "../../../test/support/test-pane.ts";
import type { AttentionKind } from "../../core/protocol/events/attention.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { applyMessages, type Fleet } from "../live/fleet.ts";
import { createStore } from "../live/store.ts";
import type { Link } from "../live/stream.ts";
import type { Call } from "./calls.ts";
import { handledCallsIn, type ListableStorage } from "./heard.ts";
import { USUAL } from "./notify-preferences.ts";
import { type RingingParts, startRinging } from "./ringing.ts";

describe("ringing", () => {
  it("[UI13] each call rings once, across reloads and tabs of one device", async () => {
    const device = newDevice();
    const first = openTab(device, [waiting("a", 10)]);
    const second = openTab(device, [waiting("a", 10)]);
    await Promise.all([first.settle(), second.settle()]);
    expect([...first.rung, ...second.rung]).toEqual(["approval"]);
    const reloaded = openTab(device, [waiting("a", 10)]);
    await reloaded.settle();
    expect(reloaded.rung).toEqual([]);
    reloaded.show([waiting("a", 11)]);
    await reloaded.settle();
    expect(reloaded.rung).toEqual(["approval"]);
  });

  it("[UI13, UG13] a full context shows once, although it raises no nudge_seq, and not again after another call", async () => {
    const full = (nudge_seq: number): PaneItem => {
      const pane = waiting("a", 20, "context");
      return { ...pane, nudge_seq, attention: pane.attention && { ...pane.attention, source: "usage" } };
    };
    const tab = openTab(newDevice(), [full(10)]);
    for (const next of [full(10), waiting("a", 30), full(30)]) {
      await tab.settle();
      tab.show([next]);
    }
    await tab.settle();
    expect([tab.shown, tab.rung]).toEqual([["a", "a"], ["approval"]]);
  });

  it("[UI13, NT13] the end of a turn rings once, even if repeated or renamed within 5 s; after more work it rings again", async () => {
    const end = (name: string, seq: number) => {
      const pane = waiting("a", seq, "error");
      return {
        ...pane,
        state: "error" as const,
        attention: pane.attention && { ...pane.attention, attention_id: name },
      };
    };
    const tab = openTab(newDevice(), [end("turn", 10_000)]);
    for (const next of [end("turn", 30_000), end("other", 31_000)]) {
      await tab.settle();
      tab.show([next]);
    }
    await tab.settle();
    expect(tab.rung).toEqual(["error"]);
    tab.show([testPane({ pane_id: "%97" }, { runtime_id: "a", nudge_seq: 31_000 })]);
    await tab.settle();
    tab.show([end("turn", 32_000)]);
    await tab.settle();
    expect(tab.rung).toEqual(["error", "error"]);
  });

  it("[AT15] what is done rings 4 s after its call, if it is still open then", async () => {
    let now = 11_000;
    const waits: (() => void)[] = [];
    const after = (_: number, then: () => void) => {
      waits.push(then);
      return () => undefined;
    };
    const clock = { now: () => now, after };
    const everything = { ...USUAL, sound: { ...USUAL.sound, done: true } };
    const panes = [waiting("a", 10_000, "done"), waiting("b", 10_000, "done")];
    const tab = openTab(newDevice(), panes, { ...clock, preferences: createStore(everything) });
    await tab.settle();
    expect([tab.rung, tab.shown]).toEqual([[], []]);
    tab.show([...panes.slice(0, 1), { ...waiting("b", 10_000, "done"), attention: null, shelf: null }]);
    now = 14_000;
    waits.at(-1)?.();
    await tab.settle();
    expect(tab.rung).toEqual(["done"]);
  });

  it("[AT20] what is put off is silent; when that ends it rings once more", async () => {
    const device = newDevice();
    const tab = openTab(device, [waiting("a", 10)]);
    await tab.settle();
    const asked = waiting("a", 10);
    tab.show([{ ...asked, shelf: null, snoozed_until: 500 }]);
    await tab.settle();
    const resumed = { ...asked, attention: asked.attention && { ...asked.attention, resumed_at: 500 } };
    for (const _ of ["once", "again"]) {
      tab.show([resumed]);
      await tab.settle();
    }
    expect(tab.rung).toEqual(["approval", "approval"]);
  });

  it("[UI13] a call that another device has claimed does not ring again", async () => {
    const told = openTab(newDevice(), [waiting("a", 10), waiting("b", 11)], {
      claim: async (calls) => calls.filter(({ runtimeId }) => runtimeId === "b"),
    });
    await told.settle();
    expect(told.shown).toEqual(["b"]);
  });

  it("[UI13, UI12] a call that this device would not announce is left to other devices", async () => {
    const asked: string[] = [];
    const claim = async (calls: readonly Call[]) => {
      asked.push(...calls.map(({ runtimeId }) => runtimeId));
      return calls;
    };
    const panes = [waiting("a", 10), waiting("b", 11, "done"), waiting("c", 12, "review")];
    await openTab(newDevice(), panes, { claim, canSound: () => false, canShow: () => false }).settle();
    expect(asked).toEqual([]);
    await openTab(newDevice(), panes, { claim, canShow: () => false }).settle();
    expect(asked).toEqual(["a"]);
  });

  it("[UI13] a tab that cannot sound lets another go first", async () => {
    const device = newDevice();
    let go = () => {};
    const silent = openTab(device, [waiting("a", 10)], { turn: () => new Promise((done) => (go = done)) });
    const loud = openTab(device, [waiting("a", 10)]);
    await loud.settle();
    go();
    await silent.settle();
    expect([silent.rung, loud.rung]).toEqual([[], ["approval"]]);
  });

  it("[UI13] a tab that cannot present a call does not take it from one that hears of it later", async () => {
    const device = newDevice();
    let isTouched = false;
    const cannot = { canSound: () => isTouched, canShow: () => isTouched };
    const silent = openTab(device, [waiting("a", 10)], cannot);
    await silent.settle();
    const loud = openTab(device, [waiting("a", 10)]);
    await loud.settle();
    isTouched = true;
    silent.show([waiting("a", 10), waiting("b", 10)]);
    await silent.settle();
    expect([silent.shown, loud.shown]).toEqual([["b"], ["a"]]);
  });

  it("[UI13] runtimes that are gone are forgotten", async () => {
    const device = newDevice();
    await openTab(device, [waiting("a", 10)]).settle();
    expect(device.names()).toContain("schmux:ack:a");
    device.storage.setItem("other", "kept");
    await openTab(device, [waiting("b", 5)]).settle();
    expect(device.names().sort()).toEqual(["other", "schmux:ack:b"]);
  });

  it("[UI12] several at once ring once, as the loudest of them", async () => {
    const tab = openTab(newDevice(), [waiting("a", 10, "input"), waiting("b", 11, "error"), waiting("c", 12, "done")]);
    await tab.settle();
    expect(tab.rung).toEqual(["error"]);
    expect(tab.shown).toEqual(["a", "b"]);
  });

  it("[UI12] in quiet hours nothing sounds, and it does not sound afterwards", async () => {
    const quiet = { ...USUAL, quiet: { from: 0, to: 600 } };
    const device = newDevice();
    const tab = openTab(device, [waiting("a", 10)], { preferences: createStore(quiet), minute: () => 300 });
    await tab.settle();
    tab.show([waiting("a", 10)]);
    await tab.settle();
    expect([tab.rung, tab.shown]).toEqual([[], []]);
  });

  it("[UI13, UI16] calls from the stored fleet of the last visit do not ring", async () => {
    const tab = openTab(newDevice(), [waiting("a", 10)], { link: createStore<Link>({ phase: "connecting" }) });
    await tab.settle();
    expect(tab.rung).toEqual([]);
    tab.parts.link.set({ phase: "live" });
    await tab.settle();
    expect(tab.rung).toEqual(["approval"]);
  });
});

function waiting(runtimeId: string, seq: number, kind: AttentionKind = "approval"): PaneItem {
  const attention = {
    attention_id: `${runtimeId}-${seq}`,
    kind,
    label: kind,
    message: "?",
    source: "hook",
    raised_at: seq,
  } as const;
  return testPane({ pane_id: `%${runtimeId.charCodeAt(0)}` }, { runtime_id: runtimeId, nudge_seq: seq, attention });
}

interface Device {
  storage: ListableStorage;
  names(): string[];
  alone: RingingParts["alone"];
}

function newDevice(): Device {
  const kept = new Map<string, string>();
  let turn = Promise.resolve();
  return {
    names: () => [...kept.keys()],
    alone(work) {
      turn = turn.then(work);
      return turn;
    },
    storage: {
      get length() {
        return kept.size;
      },
      key: (index) => [...kept.keys()][index] ?? null,
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    },
  };
}

function openTab(device: Device, panes: PaneItem[], over: Partial<RingingParts> = {}) {
  const rung: AttentionKind[] = [];
  const shown: string[] = [];
  const parts: RingingParts = {
    fleet: createStore<Fleet | null>(fleetOf(panes)),
    link: createStore<Link>({ phase: "live" }),
    heard: handledCallsIn(device.storage),
    preferences: createStore(USUAL),
    alone: device.alone,
    turn: async () => {},
    claim: async (calls: readonly Call[]) => calls,
    canSound: () => true,
    canShow: () => true,
    sound: (kind) => void rung.push(kind),
    show: ({ runtimeId }) => void shown.push(runtimeId),
    now: Date.now,
    after: () => () => undefined,
    minute: () => 720,
    ...over,
  };
  startRinging(parts);
  return {
    parts,
    rung,
    shown,
    show: (next: PaneItem[]) => parts.fleet.set(fleetOf(next)),
    settle: async () => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    },
  };
}

function fleetOf(items: PaneItem[]): Fleet | null {
  return applyMessages(null, [
    {
      type: "snapshot",
      cursor: "e-1",
      at: 1,
      summary: testSummary(items.length),
      partial: false,
      target_errors: [],
      items,
    },
  ]);
}
