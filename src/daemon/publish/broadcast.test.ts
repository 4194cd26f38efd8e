import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { StreamMessage } from "../../core/protocol/lists/stream.ts";
import { Broadcast } from "./broadcast.ts";
import { Fleet } from "./fleet.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const fleet = new Fleet("e", 0);
  const broadcast = new Broadcast({
    fleet,
    clock: { now: () => Date.now() },
    quietMs: 100,
    mostMs: 500,
    onFault: rethrow,
  });
  let position = 0;
  const change = (changed: PaneItem[], direct: boolean, removed: PaneItem[] = []) => {
    position += 1;
    const change = { changed, removed: removed.map((item) => item.identity) };
    fleet.apply(change, position);
    broadcast.publish(change, direct ? "at once" : "batched");
  };
  const follow = () => {
    const heard: StreamMessage[] = [];
    const leave = broadcast.subscribe((message) => heard.push(message));
    return { heard, leave };
  };
  return { fleet, broadcast, change, follow };
}

/** A client's state after these messages. */
function applied(messages: readonly StreamMessage[]): PaneItem[] {
  const known = new Map<string, PaneItem>();
  const key = (identity: PaneItem["identity"]) => `${identity.target}/${identity.pane_id}`;
  for (const message of messages) {
    if (message.type === "snapshot") known.clear();
    for (const item of message.type === "snapshot" ? message.items : message.changed)
      known.set(key(item.identity), item);
    if (message.type === "delta") for (const identity of message.removed) known.delete(key(identity));
  }
  return [...known.values()].toSorted((a, b) => (key(a.identity) < key(b.identity) ? -1 : 1));
}

describe("Broadcast", () => {
  it("[AP14] a subscriber hears a snapshot first, and then deltas", () => {
    const { change, follow } = setUp();
    change([testPane({ pane_id: "%1" })], true);
    const { heard } = follow();
    change([testPane({ pane_id: "%2" })], true);
    expect(heard.map((message) => [message.type, message.cursor, message.summary.panes])).toEqual([
      ["snapshot", "e-1", 1],
      ["delta", "e-2", 2],
    ]);
  });

  it("[AP18] what a direct signal changed is told at once, and takes along what was being gathered", () => {
    const { change, follow } = setUp();
    const { heard } = follow();
    change([testPane({ pane_id: "%1" }, { title: "gathered" })], false);
    expect(heard).toHaveLength(1);
    change([testPane({ pane_id: "%2" })], true);
    expect(heard).toHaveLength(2);
    expect(heard[1]).toMatchObject({
      changed: [{ identity: { pane_id: "%1" } }, { identity: { pane_id: "%2" } }],
    });
    vi.advanceTimersByTime(1_000);
    expect(heard).toHaveLength(2);
  });

  it("[AP18] other changes are gathered until 100 ms are quiet", () => {
    const { change, follow } = setUp();
    const { heard } = follow();
    change([testPane({ pane_id: "%1" })], false);
    vi.advanceTimersByTime(99);
    change([testPane({ pane_id: "%2" })], false);
    vi.advanceTimersByTime(99);
    expect(heard).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(heard).toHaveLength(2);
    expect(heard[1]).toMatchObject({ changed: [{}, {}] });
  });

  it("[AP18] a storm of changes is told after 500 ms at most", () => {
    const { change, follow } = setUp();
    const { heard } = follow();
    for (let at = 0; at < 500; at += 50) {
      change([testPane({ pane_id: "%1" }, { title: `${at}` })], false);
      expect(heard).toHaveLength(1);
      vi.advanceTimersByTime(50);
    }
    expect(heard).toHaveLength(2);
    expect(heard[1]).toMatchObject({ at: 500, changed: [{ title: "450" }] });
  });

  it("[AP14] a pane that came and went while changes were gathered is told as removed", () => {
    const { change, follow } = setUp();
    const { heard } = follow();
    const pane = testPane({ pane_id: "%1" });
    change([pane], false);
    change([], false, [pane]);
    vi.advanceTimersByTime(100);
    expect(heard[1]).toMatchObject({ changed: [], removed: [pane.identity] });
  });

  it("[AP14] a change that changed nothing is not told, and a subscriber that left is told nothing", () => {
    const { change, follow, broadcast } = setUp();
    const { heard, leave } = follow();
    change([], true);
    expect(heard).toHaveLength(1);
    leave();
    change([testPane({})], true);
    expect(heard).toHaveLength(1);
    broadcast.close();
  });

  it("[TG18, AP18] which targets do not answer is told at once, and takes along what was being gathered", () => {
    const { fleet, broadcast, change, follow } = setUp();
    const { heard } = follow();
    const error = { target: "vm1", error: { code: "E_SSH_LOGIN", message: "no key", details: {} }, since: 5 } as const;
    fleet.setTargetErrors([error]);
    broadcast.publishTargets();
    expect(heard[1]).toMatchObject({ type: "delta", cursor: "e-0", changed: [], removed: [], target_errors: [error] });
    change([testPane({ pane_id: "%1" })], false);
    fleet.setTargetErrors([]);
    broadcast.publishTargets();
    expect(heard[2]).toMatchObject({ cursor: "e-1", changed: [{}], partial: false, target_errors: [] });
    vi.advanceTimersByTime(1_000);
    expect(heard).toHaveLength(3);
  });

  it("[AP14] whenever somebody joins, snapshot and deltas give what the list has", () => {
    const step = fc.record({
      pane: fc.constantFrom("%1", "%2", "%3"),
      title: fc.string(),
      gone: fc.boolean(),
      direct: fc.boolean(),
      wait: fc.constantFrom(0, 60, 120),
      joins: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { fleet, change, follow } = setUp();
        const clients = [follow()];
        for (const { pane, title, gone, direct, wait, joins } of steps) {
          const item = testPane({ pane_id: pane }, { title });
          if (gone) change([], direct, [item]);
          else change([item], direct);
          if (joins) clients.push(follow());
          vi.advanceTimersByTime(wait);
        }
        vi.advanceTimersByTime(500);
        const expected = applied([fleet.snapshot(0)]);
        for (const { heard } of clients) {
          expect(applied(heard)).toEqual(expected);
          const positions = heard.map((message) => Number(message.cursor.split("-")[1]));
          expect(positions).toEqual(positions.toSorted((a, b) => a - b));
          expect(heard.slice(1).every((message) => message.type === "delta")).toBe(true);
        }
      }),
    );
  });

  it("[FL14] [FL16] panes of other members are sent with the others, each says whose it is, and nothing acts on them", () => {
    const fleet = new Fleet("e", 0, "me");
    const broadcast = new Broadcast({ fleet, clock: { now: () => 0 }, quietMs: 1, mostMs: 1, onFault: rethrow });
    const [heard, acted, news]: [StreamMessage[], unknown[], unknown[]] = [[], [], []];
    fleet.apply({ changed: [testPane({ pane_id: "%1" })], removed: [] }, 1);
    broadcast.onChange((change) => acted.push(change));
    broadcast.onForeign((told) => news.push(...told.map(({ change, state, ref }) => [change, state, ref])));
    broadcast.subscribe((message) => heard.push(message));
    const theirs = testPane({ pane_id: "%1", target: "vm.host", member: "vm" });
    broadcast.publishForeign({ changed: [theirs], removed: [] });
    vi.advanceTimersByTime(10);
    expect(applied(heard).map(({ identity }) => [identity.member, identity.target])).toEqual([
      ["me", "host"],
      ["vm", "vm.host"],
    ]);
    expect(heard.at(-1)).toMatchObject({ cursor: "e-1", summary: { panes: 2 } });
    broadcast.publishForeign({ changed: [], removed: [theirs.identity] });
    vi.advanceTimersByTime(10);
    expect(applied(heard)).toHaveLength(1);
    expect(news).toEqual([
      ["changed", "running", "pane:vm.host/main/@1/%1"],
      ["removed", null, "pane:vm.host/main/@1/%1"],
    ]);
    expect([acted, broadcast.isInFleet]).toEqual([[], true]);
  });

  it("[FL14] changes of other members' panes are sent at once, and in one message if they come together", () => {
    const { broadcast, change, follow } = setUp();
    const { heard } = follow();
    change([testPane({ pane_id: "%1" })], false);
    const theirs = ["%1", "%2"].map((pane_id) => testPane({ pane_id, target: "vm.host", member: "vm" }));
    for (const item of theirs) broadcast.publishForeign({ changed: [item], removed: [] });
    expect(heard).toHaveLength(1);
    vi.advanceTimersByTime(0);
    expect(heard).toHaveLength(2);
    expect(applied(heard)).toHaveLength(3);
    vi.advanceTimersByTime(1_000);
    expect(heard).toHaveLength(2);
  });
});

function rethrow(error: unknown): never {
  throw error;
}
