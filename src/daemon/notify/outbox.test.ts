import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Notification } from "../../core/protocol/notify.ts";
import { NotifyRule } from "../../core/protocol/settings-notify.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { Outbox } from "./outbox.ts";
import { type ReviewDeps, review } from "./review.ts";

const CALM = testPane({}, { agent: "claude" });
const call = (at: number, change: Partial<PaneItem> = {}) => ({ ...CALM, ...asking(at), ...change });
const KEY = "runtime-of-host-1/a1000/phone";

function setUp(rule: object = {}) {
  const store = openMemoryStore();
  const clock = { at: 1_000, now: () => clock.at };
  let news = 0;
  const day = { minute: 0 };
  const rules = [NotifyRule.parse({ channels: ["phone"], ...rule })];
  const outbox = new Outbox({
    store,
    rules,
    lanes: () => [{ name: "phone", lane: "phone" }],
    minuteOfDay: () => day.minute,
    dashboard: "",
    clock,
    onNew: () => {
      news += 1;
    },
  });
  const row = (key = KEY) => {
    const { state, outcome, due_at } = store.delivery(key) ?? { state: null, outcome: null, due_at: null };
    return [state, outcome, due_at];
  };
  const shown = {
    item: CALM as PaneItem | undefined,
    seen: 0,
    watched: false,
    inDoubt: false,
    words: null as Notification | null,
  };
  const deps: ReviewDeps = {
    itemAt: () => shown.item,
    seenThrough: () => shown.seen,
    isWatched: async () => shown.watched,
    isInDoubt: () => shown.inDoubt,
    dashboard: "",
    lastSentAt: (runtimeId, lane) => store.lastSentAt(runtimeId, lane),
    minuteOfDay: () => day.minute,
    clock,
  };
  const verdict = async () => {
    const delivery = store.delivery(KEY);
    if (delivery === null) throw new Error("no row");
    const { status, ...more } = await review(delivery, deps, new AbortController().signal);
    if ("notification" in more) shown.words = more.notification;
    return status === "send" ? { status } : { status, ...more };
  };
  return { store, outbox, row, clock, day, shown, verdict, news: () => news };
}

describe("Outbox", () => {
  it("[NT3] a call gets its row in the transaction of its state, one for each lane; what is rolled back was never told", () => {
    const { store, outbox, row, news } = setUp();
    expect(() =>
      store.transact(() => {
        outbox.heed(CALM, call(1_000), 0);
        throw new Error("full");
      }),
    ).toThrow("full");
    expect(row()).toEqual([null, null, null]);
    outbox.heed(CALM, call(1_000), 0);
    outbox.heed(call(1_000), call(1_000), 0);
    expect([row(), news()]).toEqual([["waiting", null, 31_000], 2]);
    expect(store.countDeliveries()).toHaveLength(1);
  });

  it("[NT3] a call that another one covered, or that was taken for answered, is told when it stands again, once", () => {
    const { store, outbox, row, clock } = setUp();
    outbox.heed(CALM, call(1_000), 0);
    clock.at = 4_000;
    outbox.heed(call(1_000), call(4_000), 0);
    expect([row(), row("runtime-of-host-1/a4000/phone")]).toEqual([
      ["dropped", "dropped: answered", 31_000],
      ["waiting", null, 34_000],
    ]);
    clock.at = 20_000;
    outbox.heed(call(4_000), call(1_000), 0);
    expect([row(), row("runtime-of-host-1/a4000/phone")[1]]).toEqual([["waiting", null, 50_000], "dropped: answered"]);
    outbox.heed(call(1_000), CALM, 0);
    clock.at = 30_000;
    outbox.heed(CALM, call(1_000), 0);
    expect(row()).toEqual(["waiting", null, 60_000]);
    const now = store.delivery(KEY);
    if (now !== null) store.saveDelivery({ ...now, state: "sent", settled_at: 60_000, outcome: "sent" });
    outbox.heed(call(1_000), CALM, 0);
    outbox.heed(CALM, call(1_000), 0);
    expect(row().slice(0, 2)).toEqual(["sent", "sent"]);
  });

  it("[NT3, NT4] so does one of two that came together; what was seen meanwhile does not ring again", () => {
    const { outbox, row } = setUp();
    outbox.heed(CALM, call(1_000), 0);
    outbox.heed(call(1_000), call(1_800), 0);
    outbox.heed(call(1_800), call(1_000), 0);
    expect([row(), row("runtime-of-host-1/a1800/phone").slice(0, 2)]).toEqual([
      ["waiting", null, 31_000],
      ["dropped", "dropped: told by another source too"],
    ]);
    outbox.heed(call(1_000), call(9_000), 1_000);
    outbox.heed(call(9_000), call(1_000), 1_000);
    expect(row().slice(0, 2)).toEqual(["dropped", "dropped: seen"]);
  });

  it("[NT4, NT5] a dead letter under another name stays one", () => {
    const { store, outbox, row } = setUp();
    outbox.heed(CALM, call(1_000), 0);
    const dead = store.delivery(KEY);
    if (dead !== null)
      store.saveDelivery({ ...dead, state: "dead", settled_at: 1_500, attempts: 1, outcome: "refused" });
    outbox.heed(call(1_000), call(1_800), 0);
    expect(row("runtime-of-host-1/a1800/phone").slice(0, 2)).toEqual(["dead", "refused"]);
    expect(store.delivery("runtime-of-host-1/a1800/phone")).toMatchObject({ attempts: 1, settled_at: 1_000 });
  });

  it("[NT4, AT13] an answer, being seen, or its end stops what waits, and the row says which", () => {
    const answered = setUp();
    answered.outbox.heed(CALM, call(1_000), 0);
    answered.outbox.heed(call(1_000), CALM, 900);
    expect(answered.row()[1]).toBe("dropped: answered");

    const gone = setUp();
    gone.outbox.heed(CALM, call(1_000), 0);
    gone.outbox.heed(call(1_000), null, 0);
    expect(gone.row()[1]).toBe("dropped: gone");

    const ended = setUp();
    ended.outbox.heed(CALM, call(1_000), 0);
    ended.outbox.heed(call(1_000), { ...CALM, reason_code: "runtime_ended" }, 0);
    expect(ended.row()[1]).toBe("dropped: gone");

    const seen = setUp();
    seen.outbox.heed(CALM, call(1_000), 0);
    seen.outbox.heed(call(1_000), CALM, 1_000);
    expect(seen.row()[1]).toBe("dropped: seen");

    const stillAsked = setUp();
    stillAsked.outbox.heed(CALM, call(1_000), 0);
    stillAsked.outbox.heed(call(1_000), call(1_000), 1_000);
    expect(stillAsked.row()[1]).toBe("dropped: seen");
  });

  it("[NT4] a call that another source tells too goes on where it was, or is not told again", () => {
    const waiting = setUp();
    waiting.outbox.heed(CALM, call(1_000), 0);
    waiting.outbox.heed(call(1_000), call(1_800), 0);
    expect([waiting.row()[1], waiting.row("runtime-of-host-1/a1800/phone")]).toEqual([
      "dropped: told by another source too",
      ["waiting", null, 31_000],
    ]);
    const sent = setUp();
    sent.outbox.heed(CALM, call(1_000), 0);
    const row = sent.store.delivery(KEY);
    if (row !== null) sent.store.saveDelivery({ ...row, state: "sent", settled_at: 1_500, outcome: "sent" });
    sent.outbox.heed(call(1_000), call(1_800), 0);
    expect([sent.row()[0], sent.row("runtime-of-host-1/a1800/phone").slice(0, 2)]).toEqual([
      "sent",
      ["dropped", "dropped: told already"],
    ]);
    sent.outbox.heed(call(1_800), call(9_000), 0);
    expect(sent.row("runtime-of-host-1/a9000/phone")).toEqual(["waiting", null, 61_500]);
  });

  it("[NT3] after a start each open call without a row gets one; what was seen meanwhile is not told", () => {
    const { outbox, row } = setUp();
    const other = testPane({ pane_id: "%2" }, { ...asking(2_000), agent: "claude" });
    outbox.catchUp([CALM, call(1_000), other], (runtimeId) => (runtimeId === other.runtime_id ? 2_000 : 0));
    expect([row(), row("runtime-of-host-2/a2000/phone").slice(0, 2)]).toEqual([
      ["waiting", null, 31_000],
      ["dropped", "dropped: seen"],
    ]);
  });

  it("[NT3] a channel that is new hears of what was raised within the hour; older calls are known, also after a restart", () => {
    const { outbox, row, clock } = setUp();
    const hour = 3_600_000;
    clock.at = hour + 2_000;
    const other = testPane({ pane_id: "%2" }, { ...asking(3_000), agent: "claude" });
    for (const _ of ["new", "restarted"]) {
      outbox.catchUp([call(1_000), other], () => 0);
      expect([row().slice(0, 2), row("runtime-of-host-2/a3000/phone")]).toEqual([
        ["dropped", "dropped: it was open long before this channel"],
        ["waiting", null, 33_000],
      ]);
    }
    outbox.heed(call(1_000), CALM, 0);
    outbox.heed(CALM, call(1_000), 0);
    expect(row()[0]).toBe("dropped");
  });

  it("[NT3] what waits for a channel that is no more is dropped, with the reason", () => {
    const { outbox, row } = setUp();
    outbox.heed(CALM, call(1_000), 0);
    outbox.abandon("phone", "there is no such channel any more");
    expect(row().slice(0, 2)).toEqual(["dropped", "dropped: there is no such channel any more"]);
  });
});

describe("review", () => {
  it("[NT2] what is due is sent only while it is open and nobody has seen it", async () => {
    const { outbox, shown, verdict } = setUp();
    outbox.heed(CALM, call(1_000), 0);
    shown.item = call(1_000);
    expect(await verdict()).toEqual({ status: "send" });
    shown.item = CALM;
    expect(await verdict()).toEqual({ status: "drop", why: "answered" });
    shown.item = call(1_000, { runtime_id: "heir" });
    expect(await verdict()).toEqual({ status: "drop", why: "gone" });
    shown.item = undefined;
    expect(await verdict()).toEqual({ status: "drop", why: "gone" });
    shown.item = call(1_000);
    shown.seen = 1_000;
    expect(await verdict()).toEqual({ status: "drop", why: "seen" });
  });

  it("[NT2] it is sent in the words of now, under the key that it had", async () => {
    const { outbox, shown, verdict } = setUp();
    outbox.heed(CALM, call(1_000), 0);
    const { attention } = call(1_000);
    if (attention == null) throw new Error("no call");
    shown.item = call(1_000, {
      identity: { ...CALM.identity, session_name: "moved" },
      attention: { ...attention, message: "rm -rf build?" },
    });
    expect(await verdict()).toEqual({ status: "send" });
    expect(shown.words).toMatchObject({ key: KEY, title: "claude in moved", message: "rm -rf build?" });
  });

  it("[NT3] what nobody can see now waits until somebody can: its machine does not answer, or the last look is old", async () => {
    const { outbox, shown, verdict } = setUp({ only_if_unwatched: false });
    outbox.heed(CALM, call(1_000), 0);
    const later = { status: "later", at: 16_000, why: "nobody can see how it stands" };
    const unknown = { state: "unknown" } as const;
    shown.item = call(1_000, { ...unknown, reason_code: "target_unreachable" });
    expect(await verdict()).toEqual(later);
    shown.item = { ...CALM, ...unknown, reason_code: "target_unreachable" };
    expect(await verdict()).toEqual(later);
    shown.item = { ...CALM, ...unknown, reason_code: "stale_signal" };
    expect(await verdict()).toEqual(later);
    shown.seen = 1_000;
    expect(await verdict()).toEqual({ status: "drop", why: "seen" });
    shown.seen = 0;
    shown.item = call(1_000, { ...unknown, reason_code: "stale_signal" });
    expect(await verdict()).toEqual({ status: "send" });
  });

  it("[NT2] while somebody looks at the pane it waits, unless the rule does not care", async () => {
    const { outbox, shown, verdict, clock } = setUp();
    outbox.heed(CALM, call(1_000), 0);
    shown.item = call(1_000);
    shown.watched = true;
    clock.at = 31_000;
    expect(await verdict()).toEqual({ status: "later", at: 46_000, why: "somebody looks at it" });
    const loud = setUp({ only_if_unwatched: false });
    loud.outbox.heed(CALM, call(1_000), 0);
    Object.assign(loud.shown, { item: call(1_000), watched: true });
    expect(await loud.verdict()).toEqual({ status: "send" });
  });

  it("[NT3] what is due while nobody knows whether its machine answers waits until that shows", async () => {
    const { outbox, shown, verdict } = setUp({ only_if_unwatched: false });
    outbox.heed(CALM, call(1_000), 0);
    Object.assign(shown, { item: call(1_000), inDoubt: true });
    expect(await verdict()).toMatchObject({ status: "later", at: 2_000 });
    shown.inDoubt = false;
    expect(await verdict()).toEqual({ status: "send" });
  });

  it("[NT2, NT4] quiet hours and the cooldown are looked at again when it is due", async () => {
    const { outbox, shown, verdict, clock, day, store } = setUp({ quiet_hours: "22:00-07:00", cooldown: "60s" });
    day.minute = 12 * 60;
    outbox.heed(CALM, call(1_000), 0);
    shown.item = call(1_000);
    clock.at = 31_000;
    day.minute = 23 * 60;
    expect(await verdict()).toMatchObject({ status: "later", at: 31_000 + 8 * 3_600_000 });
    day.minute = 7 * 60;
    expect(await verdict()).toEqual({ status: "send" });
    const row = store.delivery(KEY);
    if (row === null) throw new Error("no row");
    store.addDelivery({ ...row, key: "other", state: "sent", settled_at: 30_000 });
    expect(await verdict()).toMatchObject({ status: "later", at: 90_000 });
  });
});
