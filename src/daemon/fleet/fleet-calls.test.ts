import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import { deliveryKey, notificationOf } from "../../core/notify/notification-of.ts";
import { type NotifiablePane, notifiableOf } from "../../core/notify/plan.ts";
import type { TellRequest } from "../../core/protocol/fleet/tell.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Delivery } from "../../core/protocol/notify/notify.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { aDelivery } from "../store/test-rows.ts";
import { FleetCalls, type FleetCallsDeps } from "./fleet-calls.ts";
import { Tellers } from "./tellers.ts";

const CALL = testPane({ target: "host" }, asking(1_000));
const NEVER = new AbortController().signal;

/** One member of a fleet of two; what it asks goes to the other. */
function member(ownName: string, panes: PaneItem[], other: () => FleetCalls, more: Partial<FleetCallsDeps> = {}) {
  const clock = { at: 5_000, now: () => clock.at };
  const calls = new FleetCalls({
    ownName,
    tellers: new Tellers({ store: openMemoryStore(), clock }),
    itemAt: (target) => panes.find(({ identity }) => identity.target === target),
    own: () => panes.filter(({ identity }) => identity.target === "host"),
    others: () => panes.filter(({ identity }) => identity.target !== "host"),
    stillOpen: async (names) => names,
    isWatched: async () => false,
    isInUse: async () => true,
    mayAnswerAt: () => true,
    mayOthersAnswer: () => true,
    ask: async (_, { body }) => {
      const answer = await other().take(JSON.parse(body ?? "") as TellRequest, ownName);
      return { status: 200, body: JSON.stringify(answer) };
    },
    clock,
    ...more,
  });
  return calls;
}

function rowOf(item: PaneItem, outcome: string | null = null): Delivery {
  const notification = notificationOf(notifiableOf(item) as NotifiablePane, "phone", "");
  const key = deliveryKey(notification.runtime_id, notification.attention_id, "phone");
  return { ...aDelivery({}, "a1"), key, notification, outcome };
}

function fleet(more: { one?: Partial<FleetCallsDeps>; two?: Partial<FleetCallsDeps> } = {}) {
  const far = testPane({ target: "one.host", member: "one" }, { ...asking(1_000), runtime_id: CALL.runtime_id });
  const one: FleetCalls = member("one", [CALL], () => two, more.one);
  const two: FleetCalls = member("two", [far], () => one, more.two);
  return { one, two, near: rowOf(CALL), far: rowOf(far), farPane: far };
}

describe("FleetCalls", () => {
  it("[FL28] the channels of one member tell of a call; the other's notification waits, and is dropped when it is told", async () => {
    const { one, two, near, far } = fleet();
    expect(await two.turn(far, NEVER)).toBeNull();
    expect(await one.turn(near, NEVER)).toMatchObject({ status: "later", why: "two is about to tell it" });
    two.settled(far, true);
    await expect.poll(() => one.turn(near, NEVER)).toEqual({ status: "drop", why: "told on two" });
    // another channel of the same member
    expect(await two.turn({ ...far, key: "another" }, NEVER)).toBeNull();
  });

  it("[FL28] if the channels of one member fail, the other's tell of it", async () => {
    const { one, two, near, far } = fleet();
    expect(await one.turn(near, NEVER)).toBeNull();
    expect(await two.turn(far, NEVER)).toMatchObject({ status: "later", why: "one is about to tell it" });
    one.settled(near, false);
    await expect.poll(() => two.turn(far, NEVER)).toBeNull();
  });

  it("[FL28] a member that nobody uses waits, longer for another's pane, and then asks; alone it does not wait", async () => {
    const isInUse = async () => false;
    const { one, two, near, far } = fleet({ one: { isInUse }, two: { isInUse } });
    const first = await one.turn(near, NEVER);
    const second = await two.turn(far, NEVER);
    expect([first, second]).toMatchObject([
      { status: "later", at: 7_000 },
      { status: "later", at: 9_000 },
    ]);
    const waited = first?.status === "later" ? `waits: ${first.why}` : null;
    expect(await one.turn({ ...near, outcome: waited }, NEVER)).toBeNull();
    const alone = fleet({ one: { isInUse, mayOthersAnswer: () => false } });
    expect(await alone.one.turn(alone.near, NEVER)).toBeNull();
  });

  it("[FL28] nobody tells of a call while somebody looks at its pane there, nor of one that is answered there", async () => {
    const watched = fleet({ one: { isWatched: async () => true } });
    expect(await watched.two.turn(watched.far, NEVER)).toMatchObject({ status: "later", why: "somebody looks at it" });
    const judged = fleet({ one: { stillOpen: async () => [] } });
    expect(await judged.two.turn(judged.far, NEVER)).toEqual({ status: "drop", why: "answered" });
    const gone = fleet({ one: { own: () => [] } });
    expect(await gone.two.turn(gone.far, NEVER)).toEqual({ status: "drop", why: "answered" });
  });

  it("[FL28] a member that cannot be asked, or refuses, is asked again later, and of one where it may not answer it tells nothing", async () => {
    const refusal = { code: "E_NOT_ALLOWED", message: "two may not answer here", details: {} };
    const answers = [
      () => Promise.resolve({ status: 500, body: JSON.stringify(refusal) }),
      () => Promise.reject(new Error("it is not connected")),
    ];
    const { two, far, farPane } = fleet({ two: { ask: () => (answers.shift() ?? answers.pop())?.() as never } });
    expect(await two.turn(far, NEVER)).toMatchObject({ status: "later", why: "one: two may not answer here" });
    expect(await two.turn(far, NEVER)).toMatchObject({ status: "later", why: "one: it is not connected" });
    expect(two.others()).toEqual([farPane]);
    expect(fleet({ two: { mayAnswerAt: () => false } }).two.others()).toEqual([]);
  });
});
