import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../test/support/test-pane.ts";
import type { SignalFacts } from "../core/engine/envelope.ts";
import type { AttentionKind } from "../core/protocol/attention.ts";
import { attentionLabel } from "../core/protocol/attention.ts";
import { AttentionBook } from "./attention-book.ts";
import { Fleet } from "./fleet.ts";
import { openMemoryStore } from "./store/memory-store.ts";

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
  const offer = (signals: readonly SignalFacts[]) => {
    offered.push(...signals);
    return canStore;
  };
  const book = new AttentionBook({ fleet, intakeOf: () => ({ offer }), store, clock: { now: () => 5_000 } });
  return { book, offered, panes };
}

describe("AttentionBook", () => {
  it("[AP44] the longest waiting is first, whatever its target", () => {
    const { book } = setUp();
    const list = book.open();
    expect(list.items.map(({ attention_id, closed_by }) => [attention_id, closed_by])).toEqual([
      ["a1000", "seen"],
      ["a2000", "answer"],
      ["a3000.5", "seen"],
    ]);
    expect([list.generated_at, list.summary.panes, list.partial]).toEqual([5_000, 3, false]);
  });

  it("[AP44, AT7] that it was seen is an event of its runtime, up to when it was raised, and once", () => {
    const { book, offered, panes } = setUp();
    book.see({ ...NOTHING, attention_ids: ["a3000.5", "gone"] });
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
        evidence: { kind: "seen", through: 3_000.5 },
      },
    ]);
  });

  it("[AP44] each is meant once, by whichever names it is meant", () => {
    const { book, offered, panes } = setUp();
    const [first] = panes;
    book.see({ ...NOTHING, attention_ids: ["a3000.5"], runtime_ids: [first?.runtime_id ?? ""], refs: ["%1", "%4"] });
    expect(offered.map(({ pane_id }) => pane_id)).toEqual(["%1"]);
    expect(() => book.see({ ...NOTHING, all: true, refs: ["nobody"] })).toThrow(
      expect.objectContaining({ code: "E_REF_NOT_FOUND" }),
    );
    expect(offered).toHaveLength(1);
    book.see({ ...NOTHING, all: true });
    expect(offered.map(({ target, pane_id }) => `${target}${pane_id}`)).toEqual([
      "host%1",
      "vm1%2",
      "host%3",
      "host%1",
    ]);
  });

  it("[AP44] what could not be stored is said", () => {
    const { book } = setUp(false);
    expect(() => book.see({ ...NOTHING, all: true })).toThrow(expect.objectContaining({ code: "E_DISK_FULL" }));
  });

  it("[UI13, NT12] a claimed call is claimed after a restart too; of many, the oldest are forgotten", () => {
    const store = openMemoryStore();
    setUp(true, store).book.claim(["a", "b"]);
    const again = setUp(true, store).book;
    expect(again.claim(["b", "c"]).claimed).toEqual(["c"]);
    again.claim(Array.from({ length: 5_000 }, (_, index) => `later ${index}`));
    expect(store.recallAll("claim:").size).toBe(5_000);
    expect(setUp(true, store).book.claim(["a", "c", "later 0"]).claimed).toEqual(["a", "c"]);
  });

  it("[UI13] a call is one device's: whoever claims it first", () => {
    const { book } = setUp();
    expect(book.claim(["a", "b", "a"]).claimed).toEqual(["a", "b"]);
    expect(book.claim(["b", "c"]).claimed).toEqual(["c"]);
    book.claim(Array.from({ length: 5_000 }, (_, index) => `later ${index}`));
    expect(book.claim(["a", "later 9"]).claimed).toEqual(["a"]);
  });
});
