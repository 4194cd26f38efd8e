import { describe, expect, it } from "vitest";
import { openMemoryStore } from "../store/memory-store.ts";
import { PushSubscriptions } from "./push-subscriptions.ts";

const KEYS = { p256dh: "k", auth: "a" };

function setUp(store = openMemoryStore()) {
  let at = 0;
  const log: string[] = [];
  const subscriptions = new PushSubscriptions({
    store,
    clock: { now: () => at++ },
    onAdded: ({ endpoint }) => log.push(`+${endpoint}`),
    onRemoved: ({ endpoint }) => log.push(`-${endpoint}`),
  });
  const add = (name: string, device: string | null = "d1") =>
    subscriptions.subscribe({ endpoint: `https://p/${name}`, keys: KEYS }, device);
  const endpoints = () =>
    subscriptions.all().map(({ endpoint, device_id }) => `${device_id} ${endpoint.slice("https://p/".length)}`);
  return { subscriptions, store, log, add, endpoints };
}

describe("PushSubscriptions", () => {
  it("[AP30, NT1] a device subscribes, again under the same endpoint, and is known after a restart", () => {
    const { add, endpoints, store, log } = setUp();
    add("a");
    add("b", null);
    add("a");
    expect(endpoints()).toEqual(["own b", "d1 a"]);
    expect(log).toEqual(["+https://p/a", "+https://p/b", "+https://p/a"]);
    expect(setUp(store).endpoints().sort()).toEqual(["d1 a", "own b"]);
  });

  it("[AP30] a device has at most four subscriptions, and loses them when it is removed", () => {
    const { add, endpoints, subscriptions, store } = setUp();
    for (const name of ["a", "b", "c", "d", "e"]) add(name);
    add("x", "d2");
    expect(endpoints()).toEqual(["d1 b", "d1 c", "d1 d", "d1 e", "d2 x"]);
    subscriptions.unsubscribe("https://p/x", "d1");
    expect(endpoints()).toContain("d2 x");
    subscriptions.removeDevice("d1");
    expect([endpoints(), store.pushSubscriptions().length]).toEqual([["d2 x"], 1]);
    subscriptions.remove(store.pushSubscriptions()[0]?.id ?? "");
    expect([endpoints(), store.pushSubscriptions()]).toEqual([[], []]);
  });

  it("[AP30] an endpoint is an https address or on this machine", () => {
    const { subscriptions } = setUp();
    const subscribe = (endpoint: string) => () => subscriptions.subscribe({ endpoint, keys: KEYS }, "d1");
    for (const bad of ["http://push.example.com/1", "ftp://127.0.0.1/", "https://me@push.example.com/", "nowhere", ""])
      expect(subscribe(bad), bad).toThrow(expect.objectContaining({ code: "E_INVALID_INPUT" }));
    for (const good of ["https://push.example.com/1", "http://127.0.0.1:99/x"]) expect(subscribe(good)).not.toThrow();
  });
});
