import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../store/memory-store.ts";
import { Tellers } from "./tellers.ts";

function setUp() {
  const clock = { at: 1_000, now: () => clock.at };
  const store = openMemoryStore();
  const tellers = new Tellers({ store, clock });
  return { clock, store, tellers, ask: (member: string) => tellers.ask("call", member).answer };
}

describe("Tellers", () => {
  it("[FL28] the first member that asks tells of a call, with all of its channels, and nobody else, also after a restart", () => {
    const { tellers, ask, store, clock } = setUp();
    expect([ask("one"), ask("two"), ask("one")]).toEqual(["tell", "taken", "tell"]);
    tellers.told("call", "one");
    clock.at += 3_600_000;
    expect([ask("two"), ask("one")]).toEqual(["told", "tell"]);
    const next = new Tellers({ store, clock });
    expect([next.ask("call", "two"), next.ask("other", "two")]).toEqual([
      { schema_version: 1, answer: "told", by: "one" },
      { schema_version: 1, answer: "tell", by: "two" },
    ]);
  });

  it("[FL28] another member tells of a call if the first fails, or is not heard of for a minute", () => {
    const { tellers, ask, clock } = setUp();
    expect(ask("one")).toBe("tell");
    tellers.failed("call", "two");
    expect(ask("two")).toBe("taken");
    tellers.failed("call", "one");
    expect(ask("two")).toBe("tell");
    clock.at += 59_999;
    expect(ask("three")).toBe("taken");
    clock.at += 1;
    expect(ask("three")).toBe("tell");
    tellers.told("call", "three");
    // one channel of the member that has told of it fails
    tellers.failed("call", "three");
    expect(ask("two")).toBe("told");
  });

  it("[FL28] a bounded number of calls is kept", () => {
    const { tellers, store } = setUp();
    for (let index = 0; index < 5_010; index += 1) tellers.told(`call ${index}`, "one");
    expect(store.recallAll("teller:").size).toBe(5_000);
    expect(tellers.ask("call 9", "two").answer).toBe("tell");
    expect(tellers.ask("call 5009", "two").answer).toBe("told");
  });
});
