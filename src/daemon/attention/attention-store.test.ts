import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import { envelope, type SignalFacts } from "../../core/engine/envelope.ts";
import { foldAll } from "../../core/engine/test-events.ts";
import type { AttentionKind } from "../../core/protocol/events/attention.ts";
import { attentionLabel } from "../../core/protocol/events/attention.ts";
import { Fleet } from "../publish/fleet.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { AttentionStore } from "./attention-store.ts";

const NOTHING = { action: "seen" as const, attention_ids: [], runtime_ids: [], refs: [], all: false };

const calling = (kind: AttentionKind, raised_at: number) => ({
  attention: {
    attention_id: `a${raised_at}`,
    kind,
    label: attentionLabel(kind),
    message: "",
    source: "agent" as const,
    raised_at,
  },
});

function setUp(canStore = true, store = openMemoryStore()) {
  const fleet = new Fleet("e", 0);
  const offered: SignalFacts[] = [];
  const panes = [
    testPane({ pane_id: "%1" }, calling("done", 3_000.5)),
    testPane({ pane_id: "%2", target: "vm1" }, calling("error", 1_000)),
    testPane({ pane_id: "%3" }, asking(2_000)),
    testPane({ pane_id: "%4" }),
  ];
  fleet.apply({ changed: panes, removed: [] }, 1);
  const ingest = (signals: readonly SignalFacts[]) => {
    offered.push(...signals);
    return canStore;
  };
  const sightsOf = (runtimeId: string) =>
    foldAll(offered.filter(({ runtime_id }) => runtime_id === runtimeId).map((facts) => envelope(facts, 5_000))).sights;
  const attention = new AttentionStore({
    fleet,
    intakeOf: () => ({ ingest }),
    store,
    clock: { now: () => 5_000 },
    sightsOf,
  });
  return { attention, offered, panes };
}

describe("AttentionStore", () => {
  it("[AP44] the longest waiting is first, whatever its target", () => {
    const { attention } = setUp();
    const list = attention.open();
    expect(list.items.map(({ attention_id, closed_by }) => [attention_id, closed_by])).toEqual([
      ["a1000", "seen"],
      ["a2000", "answer"],
      ["a3000.5", "seen"],
    ]);
    expect([list.generated_at, list.summary.panes, list.partial]).toEqual([5_000, 3, false]);
  });

  it("[AP44, AT4] being seen is one event of the runtime, for what was raised until then", () => {
    const { attention, offered, panes } = setUp();
    attention.see({ ...NOTHING, attention_ids: ["a3000.5", "gone"] });
    expect(offered).toEqual([
      {
        target: "host",
        pane_id: "%1",
        runtime_id: panes[0]?.runtime_id,
        source: "daemon",
        event_type: "attention.seen",
        dedupe_key: `seen:${panes[0]?.runtime_id}:a3000.5:3000.5`,
        event_time: 5_000,
        message: "",
        evidence: { kind: "seen", through: 3_000.5, attention_id: "a3000.5" },
      },
    ]);
  });

  it("[AT4, AP44] a later attention with the same id is not closed by being seen earlier", () => {
    const { attention, offered } = setUp();
    expect(attention.see({ ...NOTHING, attention_ids: ["a3000.5"], through: 3_000 }).seen).toEqual([]);
    attention.see({ ...NOTHING, attention_ids: ["a3000.5"], through: 3_000.5 });
    expect(offered.map(({ evidence }) => evidence)).toMatchObject([{ kind: "seen", through: 3_000.5 }]);
  });

  it("[AP44] attention named in several ways is closed once", () => {
    const { attention, offered, panes } = setUp();
    const [first] = panes;
    attention.see({
      ...NOTHING,
      attention_ids: ["a3000.5"],
      runtime_ids: [first?.runtime_id ?? ""],
      refs: ["%1", "%4"],
    });
    expect(offered.map(({ pane_id }) => pane_id)).toEqual(["%1"]);
    expect(() => attention.see({ ...NOTHING, all: true, refs: ["nobody"] })).toThrow(
      expect.objectContaining({ code: "E_REF_NOT_FOUND" }),
    );
    expect(offered).toHaveLength(1);
    attention.see({ ...NOTHING, all: true });
    expect(offered.map(({ target, pane_id }) => `${target}${pane_id}`)).toEqual([
      "host%1",
      "vm1%2",
      "host%3",
      "host%1",
    ]);
  });

  it("[AT18] being seen can be taken back once, by runtime or id, and is another event when seen again", () => {
    const { attention, offered } = setUp();
    const take = (change: { refs?: string[]; attention_ids?: string[] }) =>
      attention.see({ ...NOTHING, ...change, action: "unseen" });
    take({ refs: ["%1"] });
    expect(offered).toEqual([]);
    attention.see({ ...NOTHING, refs: ["%1"] });
    take({ attention_ids: ["other"] });
    take({ attention_ids: ["a3000.5"] });
    take({ refs: ["%1"] });
    attention.see({ ...NOTHING, refs: ["%1"] });
    const told = offered.map(({ evidence, event_type }) => [event_type, "undone" in evidence]);
    expect(told).toEqual([
      ["attention.seen", false],
      ["attention.unseen", true],
      ["attention.seen", false],
    ]);
    expect(offered[2]?.dedupe_key).not.toBe(offered[0]?.dedupe_key);
  });

  it("[AT20, AT18] a snooze is an event of the runtime with the attention and until when; 0 ms ends it", () => {
    const { attention, offered, panes } = setUp();
    const { runtime_id, ref } = panes[0] ?? {};
    const { action: _, ...which } = { ...NOTHING, refs: ["%1", "%4"] };
    expect(attention.snooze({ ...which, for_ms: 1_000 }).snoozed).toEqual([
      { attention_id: "a3000.5", ref, runtime_id, snoozed_until: 6_000 },
    ]);
    expect(attention.snooze({ ...which, for_ms: 0 }).snoozed).toMatchObject([{ snoozed_until: null }]);
    expect(offered.map(({ evidence }) => evidence)).toEqual([
      { kind: "snoozed", attention_id: "a3000.5", until: 6_000 },
      { kind: "snoozed", attention_id: "a3000.5", until: 0 },
    ]);
  });

  it("[AP44] seeing an attention fails with the reason if that could not be stored", () => {
    const { attention } = setUp(false);
    expect(() => attention.see({ ...NOTHING, all: true })).toThrow(expect.objectContaining({ code: "E_DISK_FULL" }));
  });

  it("[UI13] a claimed call is claimed after a restart too; of many, the oldest are forgotten", () => {
    const store = openMemoryStore();
    setUp(true, store).attention.claim(["a", "b"]);
    const again = setUp(true, store).attention;
    expect(again.claim(["b", "c"]).claimed).toEqual(["c"]);
    again.claim(Array.from({ length: 5_000 }, (_, index) => `later ${index}`));
    expect(store.recallAll("claim:").size).toBe(5_000);
    expect(setUp(true, store).attention.claim(["a", "c", "later 0"]).claimed).toEqual(["a", "c"]);
  });

  it("[UI13] a call belongs to the first device that claims it", () => {
    const { attention } = setUp();
    expect(attention.claim(["a", "b", "a"]).claimed).toEqual(["a", "b"]);
    expect(attention.claim(["b", "c"]).claimed).toEqual(["c"]);
    attention.claim(Array.from({ length: 5_000 }, (_, index) => `later ${index}`));
    expect(attention.claim(["a", "later 9"]).claimed).toEqual(["a"]);
  });
});
