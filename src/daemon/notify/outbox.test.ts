import { describe, expect, it } from "vitest";
import { asking, testPane } from "../../../test/support/test-pane.ts";
import { attentionLabel } from "../../core/protocol/events/attention.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Notification } from "../../core/protocol/notify/notify.ts";
import { NotifyRule } from "../../core/protocol/settings/settings-notify.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { Outbox } from "./outbox.ts";
import { type ReviewDeps, review } from "./review.ts";

const CALM = testPane({}, { agent: "claude" });
const call = (at: number, change: Partial<PaneItem> = {}) => ({ ...CALM, ...asking(at), ...change });
const KEY = "runtime-of-host-1/a1000/phone";

function ended(attention_id: string, raised_at: number): Partial<PaneItem> {
  const words = { kind: "done", label: attentionLabel("done"), message: "", source: "hook" } as const;
  return { state: "completed", attention: { attention_id, raised_at, ...words } };
}

function setUp(rule: object = {}, judgingMs = 0) {
  const store = openMemoryStore();
  const clock = { at: 1_000, now: () => clock.at };
  let news = 0;
  const day = { minute: 0 };
  const rules = [NotifyRule.parse({ channels: ["phone"], ...rule })];
  const outbox = new Outbox({
    store,
    rules,
    queues: () => [{ name: "phone", queue: "phone" }],
    minuteOfDay: () => day.minute,
    dashboard: "",
    clock,
    judgingMs: () => judgingMs,
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
    lastSentAt: (runtimeId, queue) => store.lastSentAt(runtimeId, queue),
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
  it("[EN41, NT3] a rule that names nothing_new sends it once, and not after something new came", () => {
    const { outbox, row, clock } = setUp({ kinds: ["nothing_new"], delay: "0s" });
    const key = "runtime-of-host-1/nothing_new:500/phone";
    const quiet = { ...CALM, nothing_new_since: 500 };
    outbox.handle(CALM, quiet, 0);
    expect(row(key)).toEqual(["waiting", null, 500]);
    clock.at = 2_000;
    outbox.handle(quiet, { ...quiet, message: "still" }, 0);
    outbox.handle(quiet, CALM, 0);
    expect(row(key)).toEqual(["dropped", "dropped: answered", 500]);
  });

  it("[RL12] an approval that rules may answer waits 300 ms for them; other calls do not", () => {
    const { outbox, row } = setUp({ delay: "0s" }, 300);
    const approval = call(1_000);
    outbox.handle(CALM, { ...approval, attention: { ...approval.attention, kind: "approval" } } as PaneItem, 0);
    expect(row()).toEqual(["waiting", null, 1_300]);
    const other = setUp({ delay: "0s" }, 300);
    other.outbox.handle(CALM, { ...approval, attention: { ...approval.attention, kind: "input" } } as PaneItem, 0);
    expect(other.row()).toEqual(["waiting", null, 1_000]);
  });

  it("[NT3] a call gets one row per channel in the transaction of its state, and none if that is rolled back", () => {
    const { store, outbox, row, news } = setUp();
    expect(() =>
      store.transact(() => {
        outbox.handle(CALM, call(1_000), 0);
        throw new Error("full");
      }),
    ).toThrow("full");
    expect(row()).toEqual([null, null, null]);
    outbox.handle(CALM, call(1_000), 0);
    outbox.handle(call(1_000), call(1_000), 0);
    expect([row(), news()]).toEqual([["waiting", null, 31_000], 2]);
    expect(store.countDeliveries()).toHaveLength(1);
  });

  it("[NT3] a call that was withheld is sent once when it is open again", () => {
    const { store, outbox, row, clock } = setUp();
    outbox.handle(CALM, call(1_000), 0);
    clock.at = 4_000;
    outbox.handle(call(1_000), call(4_000), 0);
    expect([row(), row("runtime-of-host-1/a4000/phone")]).toEqual([
      ["dropped", "dropped: answered", 31_000],
      ["waiting", null, 34_000],
    ]);
    clock.at = 20_000;
    outbox.handle(call(4_000), call(1_000), 0);
    expect([row(), row("runtime-of-host-1/a4000/phone")[1]]).toEqual([["waiting", null, 50_000], "dropped: answered"]);
    outbox.handle(call(1_000), CALM, 0);
    clock.at = 30_000;
    outbox.handle(CALM, call(1_000), 0);
    expect(row()).toEqual(["waiting", null, 60_000]);
    const now = store.delivery(KEY);
    if (now !== null) store.saveDelivery({ ...now, state: "sent", settled_at: 60_000, outcome: "sent" });
    outbox.handle(call(1_000), CALM, 0);
    outbox.handle(CALM, call(1_000), 0);
    expect(row().slice(0, 2)).toEqual(["sent", "sent"]);
  });

  it("[NT3, NT4] the same holds for one of two calls that came together; one that was seen does not ring again", () => {
    const { outbox, row } = setUp();
    outbox.handle(CALM, call(1_000), 0);
    outbox.handle(call(1_000), call(1_800), 0);
    outbox.handle(call(1_800), call(1_000), 0);
    expect([row(), row("runtime-of-host-1/a1800/phone").slice(0, 2)]).toEqual([
      ["waiting", null, 31_000],
      ["dropped", "dropped: told by another source too"],
    ]);
    outbox.handle(call(1_000), call(9_000), 1_000);
    outbox.handle(call(9_000), call(1_000), 1_000);
    expect(row().slice(0, 2)).toEqual(["dropped", "dropped: seen"]);
  });

  it("[NT13, EN36] the end of a turn rings once; again only if the agent worked on after it, and ended anew", () => {
    const { store, outbox, row, clock } = setUp({ kinds: ["done"] });
    const end = (raised_at: number) => ({ ...CALM, ...ended("turn", raised_at) });
    const key = "runtime-of-host-1/turn/phone";
    outbox.handle(CALM, end(1_000), 0, 500);
    const first = store.delivery(key);
    if (first !== null) store.saveDelivery({ ...first, state: "sent", settled_at: 40_000, outcome: "sent" });
    // reported by another Stop, and briefly out of sight: still the same end
    outbox.handle(end(1_000), end(3_000), 0, 500);
    outbox.handle(end(3_000), CALM, 0, 500);
    outbox.handle(CALM, end(3_000), 0, 500);
    expect([row(key).slice(0, 2), store.countDeliveries()]).toMatchObject([["sent", "sent"], [{ count: 1 }]]);
    clock.at = 90_000;
    outbox.handle(end(3_000), CALM, 0, 80_000);
    outbox.handle(CALM, end(90_000), 0, 80_000);
    expect(row("runtime-of-host-1/turn+90000/phone")).toEqual(["waiting", null, 120_000]);
    // also if nobody saw it work, because both events arrived at once
    outbox.handle(end(90_000), end(99_000), 0, 95_000);
    expect([row("runtime-of-host-1/turn+90000/phone")[1], row("runtime-of-host-1/turn+99000/phone")[0]]).toEqual([
      "dropped: answered",
      "waiting",
    ]);
  });

  it("[NT13] two attention ids of one kind of end within 5 s, without reported work between them, ring once", () => {
    const told = (workedAt: number, apart: number) => {
      const { store, outbox, row } = setUp({ kinds: ["done"] });
      const end = (name: string, raised_at: number) => ({ ...CALM, ...ended(name, raised_at) });
      outbox.handle(CALM, end("one", 1_000), 0);
      const first = store.delivery("runtime-of-host-1/one/phone");
      if (first !== null) store.saveDelivery({ ...first, state: "sent", settled_at: 1_100, outcome: "sent" });
      outbox.handle(end("one", 1_000), CALM, 0);
      outbox.handle(CALM, end("two", 1_000 + apart), 0, workedAt);
      return row("runtime-of-host-1/two/phone")[1] ?? "waiting";
    };
    expect([told(0, 5_000), told(0, 5_001), told(2_000, 5_000)]).toEqual([
      "dropped: told already",
      "waiting",
      "waiting",
    ]);
  });

  it("[NT4, NT5] a dead letter stays one if its attention gets another id", () => {
    const { store, outbox, row } = setUp();
    outbox.handle(CALM, call(1_000), 0);
    const dead = store.delivery(KEY);
    if (dead !== null)
      store.saveDelivery({ ...dead, state: "dead", settled_at: 1_500, attempts: 1, outcome: "refused" });
    outbox.handle(call(1_000), call(1_800), 0);
    expect(row("runtime-of-host-1/a1800/phone").slice(0, 2)).toEqual(["dead", "refused"]);
    expect(store.delivery("runtime-of-host-1/a1800/phone")).toMatchObject({ attempts: 1, settled_at: 1_000 });
  });

  it("[NT4, AT4] a waiting row is dropped if the call was answered, seen or has ended, and says which", () => {
    const answered = setUp();
    answered.outbox.handle(CALM, call(1_000), 0);
    answered.outbox.handle(call(1_000), CALM, 900);
    expect(answered.row()[1]).toBe("dropped: answered");

    const gone = setUp();
    gone.outbox.handle(CALM, call(1_000), 0);
    gone.outbox.handle(call(1_000), null, 0);
    expect(gone.row()[1]).toBe("dropped: gone");

    const ended = setUp();
    ended.outbox.handle(CALM, call(1_000), 0);
    ended.outbox.handle(call(1_000), { ...CALM, reason_code: "runtime_ended" }, 0);
    expect(ended.row()[1]).toBe("dropped: gone");

    const seen = setUp();
    seen.outbox.handle(CALM, call(1_000), 0);
    seen.outbox.handle(call(1_000), CALM, 1_000);
    expect(seen.row()[1]).toBe("dropped: seen");

    const stillAsked = setUp();
    stillAsked.outbox.handle(CALM, call(1_000), 0);
    stillAsked.outbox.handle(call(1_000), call(1_000), 1_000);
    expect(stillAsked.row()[1]).toBe("dropped: seen");
  });

  it("[AT20] a snoozed call is not sent; when the snooze ends, it is sent once more at once", async () => {
    for (const wasSent of [false, true]) {
      const { outbox, row, store, clock, shown, verdict } = setUp();
      outbox.handle(CALM, call(1_000), 0);
      const told = store.delivery(KEY);
      if (wasSent && told !== null) store.saveDelivery({ ...told, state: "sent", settled_at: 1_500, outcome: "sent" });
      shown.item = call(1_000, { shelf: null, snoozed_until: 100_000 });
      expect(await verdict()).toMatchObject({ status: "drop", why: "snoozed" });
      outbox.handle(call(1_000), shown.item, 0);
      expect(row()[1]).toBe(wasSent ? "sent" : "dropped: snoozed");
      clock.at = 100_000;
      const open = call(1_000);
      const resumed = { ...open, attention: { ...open.attention, resumed_at: 100_000 } } as PaneItem;
      const again = "runtime-of-host-1/a1000+100000/phone";
      for (const before of [shown.item, resumed]) {
        outbox.handle(before, resumed, 0);
        expect(row(again)).toEqual(["waiting", null, 100_000]);
      }
      const waits = store.delivery(again);
      if (waits !== null) store.saveDelivery({ ...waits, state: "sent", settled_at: 100_000, outcome: "sent" });
      outbox.handle(shown.item, resumed, 0);
      outbox.catchUp([resumed], () => 0);
      expect(store.deliveries("waiting", 9)).toEqual([]);
    }
  });

  it("[AT18, NT3] a call whose seen was taken back does not ring", () => {
    const { outbox, row } = setUp();
    outbox.handle(CALM, call(1_000), 0);
    outbox.handle(call(1_000), CALM, 1_000);
    outbox.handle(CALM, call(1_000), 1_000);
    expect(row().slice(0, 2)).toEqual(["dropped", "dropped: seen"]);
  });

  it("[NT4] a call that a second source tells too keeps its due time, and is not sent again", () => {
    const waiting = setUp();
    waiting.outbox.handle(CALM, call(1_000), 0);
    waiting.outbox.handle(call(1_000), call(1_800), 0);
    expect([waiting.row()[1], waiting.row("runtime-of-host-1/a1800/phone")]).toEqual([
      "dropped: told by another source too",
      ["waiting", null, 31_000],
    ]);
    const sent = setUp();
    sent.outbox.handle(CALM, call(1_000), 0);
    const row = sent.store.delivery(KEY);
    if (row !== null) sent.store.saveDelivery({ ...row, state: "sent", settled_at: 1_500, outcome: "sent" });
    sent.outbox.handle(call(1_000), call(1_800), 0);
    expect([sent.row()[0], sent.row("runtime-of-host-1/a1800/phone").slice(0, 2)]).toEqual([
      "sent",
      ["dropped", "dropped: told already"],
    ]);
    sent.outbox.handle(call(1_800), call(9_000), 0);
    expect(sent.row("runtime-of-host-1/a9000/phone")).toEqual(["waiting", null, 61_500]);
  });

  it("[NT3] after a start each open call without a row gets one, unless it was seen", () => {
    const { outbox, row } = setUp();
    const other = testPane({ pane_id: "%2" }, { ...asking(2_000), agent: "claude" });
    outbox.catchUp([CALM, call(1_000), other], (runtimeId) => (runtimeId === other.runtime_id ? 2_000 : 0));
    expect([row(), row("runtime-of-host-2/a2000/phone").slice(0, 2)]).toEqual([
      ["waiting", null, 31_000],
      ["dropped", "dropped: seen"],
    ]);
  });

  it("[NT3] a new channel gets the calls of the last hour, and no older ones, also after a restart", () => {
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
    outbox.handle(call(1_000), CALM, 0);
    outbox.handle(CALM, call(1_000), 0);
    expect(row()[0]).toBe("dropped");
  });

  it("[NT3] rows of a removed channel are dropped, with the reason", () => {
    const { outbox, row } = setUp();
    outbox.handle(CALM, call(1_000), 0);
    outbox.abandon("phone", "there is no such channel any more");
    expect(row().slice(0, 2)).toEqual(["dropped", "dropped: there is no such channel any more"]);
  });
});

describe("review", () => {
  it("[NT2] a due call is sent only if it is open and not seen", async () => {
    const { outbox, shown, verdict } = setUp();
    outbox.handle(CALM, call(1_000), 0);
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

  it("[NT2] a due call is sent in its present words, with its first key", async () => {
    const { outbox, shown, verdict } = setUp();
    outbox.handle(CALM, call(1_000), 0);
    const { attention } = call(1_000);
    if (attention == null) throw new Error("no call");
    shown.item = call(1_000, {
      identity: { ...CALM.identity, session_name: "moved" },
      attention: { ...attention, message: "rm -rf build?" },
    });
    expect(await verdict()).toEqual({ status: "send" });
    expect(shown.words).toMatchObject({ key: KEY, title: "claude in moved", message: "rm -rf build?" });
  });

  it("[AD42] a call without words waits at most 3 s for those of the screen; a declaration does not wait", async () => {
    const { outbox, clock, shown, verdict } = setUp();
    const { attention, ...bare } = call(1_000);
    const mute = { ...bare, attention: attention && { ...attention, source: "hook" as const, message: "" } };
    outbox.handle(CALM, mute, 0);
    shown.item = mute;
    const later = { status: "later", at: 4_000, why: "its screen is still to be read" };
    expect(await verdict()).toEqual(later);
    shown.item = { ...mute, attention: mute.attention && { ...mute.attention, message: "rm?" } };
    expect([await verdict(), shown.words?.message]).toEqual([{ status: "send" }, "rm?"]);
    shown.item = { ...mute, attention: mute.attention && { ...mute.attention, source: "agent" } };
    expect(await verdict()).toEqual({ status: "send" });
    shown.item = mute;
    clock.at = 4_000;
    expect([await verdict(), shown.words?.message]).toEqual([{ status: "send" }, "asks"]);
  });

  it("[NT3] a call whose state cannot be seen now waits until it can", async () => {
    const { outbox, shown, verdict } = setUp({ only_if_unwatched: false });
    outbox.handle(CALM, call(1_000), 0);
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

  it("[AT15] a done waits 4 s if somebody watches the pane, whatever the rule says, and is sent if still open", async () => {
    const { outbox, shown, verdict, clock } = setUp({ kinds: ["done"], only_if_unwatched: false, delay: "0s" });
    const done = { ...CALM, ...ended("a1000", 1_000), shelf: "done" as const };
    outbox.handle(CALM, done, 0);
    shown.item = done;
    expect(await verdict()).toEqual({ status: "send" });
    shown.watched = true;
    expect(await verdict()).toEqual({ status: "later", at: 5_000, why: "somebody looks at it" });
    clock.at = 5_000;
    expect(await verdict()).toEqual({ status: "send" });
  });

  it("[NT2] a call waits while somebody watches the pane, unless the rule says otherwise", async () => {
    const { outbox, shown, verdict, clock } = setUp();
    outbox.handle(CALM, call(1_000), 0);
    shown.item = call(1_000);
    shown.watched = true;
    clock.at = 31_000;
    expect(await verdict()).toEqual({ status: "later", at: 46_000, why: "somebody looks at it" });
    const loud = setUp({ only_if_unwatched: false });
    loud.outbox.handle(CALM, call(1_000), 0);
    Object.assign(loud.shown, { item: call(1_000), watched: true });
    expect(await loud.verdict()).toEqual({ status: "send" });
  });

  it("[NT3] a due call waits until it is known whether its machine answers", async () => {
    const { outbox, shown, verdict } = setUp({ only_if_unwatched: false });
    outbox.handle(CALM, call(1_000), 0);
    Object.assign(shown, { item: call(1_000), inDoubt: true });
    expect(await verdict()).toMatchObject({ status: "later", at: 2_000 });
    shown.inDoubt = false;
    expect(await verdict()).toEqual({ status: "send" });
  });

  it("[NT2, NT4] quiet hours and cooldown are checked again when a call is due", async () => {
    const { outbox, shown, verdict, clock, day, store } = setUp({ quiet_hours: "22:00-07:00", cooldown: "60s" });
    day.minute = 12 * 60;
    outbox.handle(CALM, call(1_000), 0);
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
