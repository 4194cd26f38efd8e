import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../../test/support/sandbox.ts";
import type { Delivery } from "../../core/protocol/notify/notify.ts";
import { NotedFailures } from "../base/test-failures.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import type { Store } from "../store/store.ts";
import { aDelivery } from "../store/test-rows.ts";
import { ChannelFault } from "./channels/channel.ts";
import { QueueWorker, type QueueWorkerDeps } from "./queue-worker.ts";

type Send = (key: string, signal: AbortSignal) => Promise<void>;

const silent = pino({ level: "silent" });

function queue(store: Store, name: string, send: Send, change: Partial<QueueWorkerDeps> = {}): QueueWorker {
  const worker = new QueueWorker({
    channel: { name, kind: "webhook", send: ({ key }, signal) => send(key, signal) },
    store,
    failures: new NotedFailures(),
    clock: { now: Date.now },
    log: silent,
    timeoutMs: 5_000,
    review: async ({ notification }) => ({ status: "send", notification }),
    scrub: (text) => text.replaceAll("s3cret", "•••"),
    settled: () => undefined,
    onGone: () => undefined,
    ...change,
  });
  onTestFinished(() => worker.stop());
  return worker;
}

const due = (id: string, change: Partial<Delivery> = {}) => aDelivery({ due_at: 0, ...change }, id);
const settled = (store: Store, key: string) => until(() => store.delivery(key)?.state !== "waiting");

describe("QueueWorker", () => {
  it("[DM19] an outbox that cannot be read is a problem without secrets until it can, and then its rows are sent", async () => {
    const store = openMemoryStore();
    store.addDelivery(due("a1"));
    const failures = new NotedFailures();
    let broken = true;
    const review: QueueWorkerDeps["review"] = async ({ notification }) => {
      if (broken) throw new Error("unexpected s3cret");
      return { status: "send", notification };
    };
    const worker = queue(store, "phone", async () => undefined, { failures, review });
    await until(() => failures.list.length === 1);
    expect(failures.list[0]).toMatch(/^sending notifications by phone: Error: unexpected •••\n/);
    broken = false;
    worker.wake();
    await settled(store, "r1/a1/phone");
    await until(() => failures.list.length === 0);
  });

  it("[NT3] a due row is sent once, with its key, and marked when the channel has taken it", async () => {
    const store = openMemoryStore();
    store.addDelivery(due("a1"));
    store.addDelivery(due("a2"));
    const taken: string[] = [];
    const worker = queue(store, "phone", async (key) => void taken.push(key));
    await settled(store, "r1/a2/phone");
    store.addDelivery(due("a3"));
    worker.wake();
    await settled(store, "r1/a3/phone");
    expect(taken).toEqual(["r1/a1/phone", "r1/a2/phone", "r1/a3/phone"]);
    expect(store.delivery("r1/a1/phone")).toMatchObject({ state: "sent", outcome: "sent", attempts: 1 });
  });

  it("[NT5] retries wait longer each time, at least as long as the server asks, and say why without secrets", async () => {
    const store = openMemoryStore();
    store.addDelivery(due("a1", { attempts: 2, failing_since: 5 }));
    const clock = { now: () => 10_000 };
    const retryAfterMs = 40_000;
    const worker = queue(store, "phone", () => Promise.reject(new ChannelFault("no: s3cret", { retryAfterMs })), {
      clock,
    });
    await until(() => store.delivery("r1/a1/phone")?.attempts === 3);
    expect(store.delivery("r1/a1/phone")).toMatchObject({
      state: "waiting",
      due_at: 50_000,
      failing_since: 5,
      outcome: "no: •••",
    });
    expect(worker.lastFailure).toEqual({ at: 10_000, message: "no: •••" });
  });

  it("[NT5] a Retry-After over an hour is cut, and no row waits longer than a day", async () => {
    const store = openMemoryStore();
    const [hour, day] = [3_600_000, 24 * 3_600_000];
    store.addDelivery(due("a1"));
    store.addDelivery(due("a2", { failing_since: 1 }));
    const send: Send = () => Promise.reject(new ChannelFault("busy", { retryAfterMs: 30 * day }));
    const now = day - hour / 2;
    queue(store, "phone", send, { clock: { now: () => now } });
    await until(() => store.delivery("r1/a2/phone")?.attempts === 1);
    expect(["a1", "a2"].map((id) => store.delivery(`r1/${id}/phone`)?.due_at)).toEqual([now + hour, day + 1]);
  });

  it("[NT2] sends the words of the review, and keeps them", async () => {
    const store = openMemoryStore();
    store.addDelivery(due("a1"));
    const sent: string[] = [];
    const channel = {
      name: "phone",
      kind: "webhook",
      send: async ({ message }: Delivery["notification"]) => void sent.push(message),
    } as const;
    queue(store, "phone", async () => undefined, {
      channel,
      review: async ({ notification }) => ({ status: "send", notification: { ...notification, message: "now" } }),
    });
    await settled(store, "r1/a1/phone");
    expect([sent, store.delivery("r1/a1/phone")?.notification.message]).toEqual([["now"], "now"]);
  });

  it("[NT5] leaves no abort listener after an attempt", async () => {
    const store = openMemoryStore();
    for (const id of ["a1", "a2", "a3"]) store.addDelivery(due(id));
    const worker = queue(store, "phone", async () => undefined);
    await settled(store, "r1/a3/phone");
    const { signal } = Reflect.get(worker, "stopping") as AbortController;
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("[NT5] a lasting failure is a dead letter at once, any other after a day", async () => {
    const store = openMemoryStore();
    const day = 24 * 3_600_000;
    store.addDelivery(due("a1"));
    store.addDelivery(due("a2", { failing_since: 1 }));
    store.addDelivery(due("a3", { failing_since: 3 }));
    const send: Send = async (key) => {
      throw new ChannelFault("refused", { lasting: key.includes("a1") });
    };
    queue(store, "phone", send, { clock: { now: () => day + 2 } });
    await until(() => store.delivery("r1/a3/phone")?.attempts === 1);
    const states = ["a1", "a2", "a3"].map((id) => store.delivery(`r1/${id}/phone`)?.state);
    expect(states).toEqual(["dead", "dead", "waiting"]);
  });

  it("[NT11] a row of a removed device is dropped and cannot be retried", async () => {
    const store = openMemoryStore();
    store.addDelivery(due("a1"));
    queue(store, "phone", async () => {
      throw new ChannelFault("410", { gone: true });
    });
    await settled(store, "r1/a1/phone");
    expect(store.delivery("r1/a1/phone")).toMatchObject({ state: "dropped", outcome: "dropped: gone: 410" });
  });

  it("[NT5] a channel that hangs delays no other, and is given up at the timeout even if it ignores the abort", async () => {
    const store = openMemoryStore();
    store.addDelivery(due("a1"));
    store.addDelivery(due("a1", { channel: "desk" }));
    queue(store, "phone", () => new Promise(() => undefined), { timeoutMs: 300 });
    queue(store, "desk", async () => undefined);
    await settled(store, "r1/a1/desk");
    expect(store.delivery("r1/a1/phone")?.attempts).toBe(0);
    await until(() => store.delivery("r1/a1/phone")?.attempts === 1);
    expect(store.delivery("r1/a1/phone")?.outcome).toBe("no answer within 0.3 s");
  });

  it("[NT3] a row that was sent but could not be marked is not sent again, and is marked later", async () => {
    const store = openMemoryStore();
    store.addDelivery(due("a1"));
    let isFull = false;
    const failing: Store = {
      ...store,
      transact(work) {
        if (isFull) throw new Error("disk full");
        return store.transact(work);
      },
    };
    const taken: string[] = [];
    queue(failing, "phone", async (key) => {
      taken.push(key);
      isFull = true;
    });
    await until(() => taken.length > 0);
    await sleep(50);
    isFull = false;
    await settled(store, "r1/a1/phone");
    expect([taken, store.delivery("r1/a1/phone")?.state]).toEqual([["r1/a1/phone"], "sent"]);
  });

  it("[NT3] a row whose call was answered during the attempt is sent if the channel took it, else dropped", async () => {
    const store = openMemoryStore();
    store.addDelivery(due("a1"));
    store.addDelivery(due("a2"));
    const drop = (key: string) => {
      const row = store.delivery(key);
      if (row !== null) store.saveDelivery({ ...row, state: "dropped", settled_at: 1, outcome: "dropped: answered" });
    };
    let done = 0;
    queue(store, "phone", async (key) => {
      drop(key);
      done += 1;
      if (key.includes("a2")) throw new ChannelFault("cut");
    });
    await until(() => done === 2 && store.delivery("r1/a1/phone")?.state === "sent");
    expect(store.delivery("r1/a2/phone")).toMatchObject({
      state: "dropped",
      outcome: "dropped: answered",
      attempts: 0,
    });
  });

  it("[NT3] on stop it waits briefly for the attempt under way", async () => {
    const store = openMemoryStore();
    store.addDelivery(due("a1"));
    let began = false;
    const worker = queue(store, "phone", async () => {
      began = true;
      await sleep(100);
    });
    await until(() => began);
    await worker.stop();
    expect(store.delivery("r1/a1/phone")?.state).toBe("sent");
  });
});
