import { describe, expect, it } from "vitest";
import type { Store } from "./store.ts";
import { aDelivery, anItem, aSubscription } from "./test-rows.ts";

/** Store contract: notifications and push subscriptions. */
export function describeOutbox(name: string, open: () => Store): void {
  describe(`${name}: outbox`, () => {
    it("[NT3] a row is made once by its key, whatever became of it, and read back as it was given", () => {
      const store = open();
      expect(store.addDelivery(aDelivery())).toBe(true);
      expect(store.addDelivery(aDelivery({ due_at: 5 }))).toBe(false);
      expect(store.delivery("r1/a1/phone")).toStrictEqual(aDelivery());
      const sent = aDelivery({ state: "sent", settled_at: 32_000.5, attempts: 1, outcome: "sent" });
      store.saveDelivery(sent);
      expect(store.addDelivery(aDelivery())).toBe(false);
      expect(store.delivery("r1/a1/phone")).toStrictEqual(sent);
      expect(store.delivery("r1/a1/desk")).toBeNull();
    });

    it("[NT3] what waits is found by its channel, first due first, and by its call", () => {
      const store = open();
      store.addDelivery(aDelivery({ due_at: 300 }, "a1"));
      store.addDelivery(aDelivery({ due_at: 100 }, "a2"));
      store.addDelivery(aDelivery({ due_at: 200, channel: "desk" }, "a1"));
      store.addDelivery(aDelivery({ state: "dropped", settled_at: 50 }, "a3"));
      expect(store.waitingFor("phone", 10).map(({ key }) => key)).toEqual(["r1/a2/phone", "r1/a1/phone"]);
      expect(store.waitingFor("phone", 1).map(({ key }) => key)).toEqual(["r1/a2/phone"]);
      expect(store.deliveriesOf("r1", "a1").map(({ channel }) => channel)).toEqual(["desk", "phone"]);
      expect(store.countDeliveries()).toEqual([
        { channel: "desk", state: "waiting", count: 1 },
        { channel: "phone", state: "dropped", count: 1 },
        { channel: "phone", state: "waiting", count: 2 },
      ]);
    });

    it("[NT4] when a channel last took something of a runtime is known", () => {
      const store = open();
      expect(store.lastSentAt("r1", "phone")).toBeNull();
      store.addDelivery(aDelivery({ state: "sent", settled_at: 100 }, "a1"));
      store.addDelivery(aDelivery({ state: "sent", settled_at: 90 }, "a2"));
      store.addDelivery(aDelivery({ state: "dropped", settled_at: 500 }, "a3"));
      store.addDelivery(aDelivery({ state: "sent", settled_at: 600, channel: "desk" }, "a1"));
      expect(store.lastSentAt("r1", "phone")).toBe(100);
      expect(store.lastSentAt("r2", "phone")).toBeNull();
      expect(store.lastSentAt(null, "desk")).toBe(600);
    });

    it("[NT3] what has long been settled is removed, unless its call still stands or it waits", () => {
      const store = open();
      const attention = { ...anItem().attention, attention_id: "a1" } as NonNullable<
        ReturnType<typeof anItem>["attention"]
      >;
      store.saveState(anItem({ runtime_id: "r1", attention }));
      store.addDelivery(aDelivery({ state: "sent", settled_at: 100 }, "a1"));
      store.addDelivery(aDelivery({ state: "sent", settled_at: 100 }, "a2"));
      store.addDelivery(aDelivery({ state: "dead", settled_at: 900 }, "a3"));
      store.addDelivery(aDelivery({ due_at: 10 }, "a4"));
      store.prune(0, 500);
      const left = (["sent", "dead", "waiting"] as const).flatMap((state) => store.deliveries(state, 10));
      expect(left.map(({ key }) => key)).toEqual(["r1/a1/phone", "r1/a3/phone", "r1/a4/phone"]);
    });

    it("[NT1] subscriptions of browsers are kept until they are removed", () => {
      const store = open();
      store.savePushSubscription(aSubscription({ id: "s2", created_at: 1 }));
      store.savePushSubscription(aSubscription());
      store.savePushSubscription(aSubscription({ device_id: "d2" }));
      expect(store.pushSubscriptions()).toStrictEqual([
        aSubscription({ id: "s2", created_at: 1 }),
        aSubscription({ device_id: "d2" }),
      ]);
      store.removePushSubscription("s2");
      store.removePushSubscription("none");
      expect(store.pushSubscriptions()).toStrictEqual([aSubscription({ device_id: "d2" })]);
    });
  });
}
