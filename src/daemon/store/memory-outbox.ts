import type { Delivery, PushSubscription } from "../../core/protocol/notify.ts";
import { type Journal, JournalledMap } from "./journal.ts";
import { by } from "./memory-tables.ts";
import type { OutboxStore } from "./store.ts";

export function memoryOutbox(
  journal: Journal,
): OutboxStore & { pruneDeliveries(before: number, isOpen: (delivery: Delivery) => boolean): void } {
  const rows = new JournalledMap<Delivery>(journal);
  const subscriptions = new JournalledMap<PushSubscription>(journal);
  const all = () => structuredClone(rows.values());

  return {
    addDelivery(delivery) {
      if (rows.has(delivery.key)) return false;
      rows.set(delivery.key, structuredClone(delivery));
      return true;
    },
    saveDelivery(delivery) {
      if (rows.has(delivery.key)) rows.set(delivery.key, structuredClone(delivery));
    },
    delivery: (key) => structuredClone(rows.get(key) ?? null),
    deliveriesOf: (runtimeId, attentionId) =>
      all()
        .filter(({ notification: told }) => told.runtime_id === runtimeId && told.attention_id === attentionId)
        .sort(by((row) => [row.created_at, row.key])),
    waitingFor: (channel, limit) =>
      all()
        .filter((row) => row.state === "waiting" && row.channel === channel)
        .sort(by((row) => [row.due_at, row.created_at, row.key]))
        .slice(0, limit),
    lastSentAt(runtimeId, channel) {
      const sent = rows
        .values()
        .filter(({ state }) => state === "sent")
        .filter((row) => row.channel === channel && [null, row.notification.runtime_id].includes(runtimeId));
      return sent.length === 0 ? null : Math.max(...sent.map(({ settled_at }) => settled_at ?? 0));
    },
    deliveries: (state, limit) =>
      all()
        .filter((row) => row.state === state)
        .sort(by((row) => [-(row.settled_at ?? row.due_at), row.key]))
        .slice(0, limit),
    countDeliveries() {
      const counts = new Map<string, { channel: string; state: Delivery["state"]; count: number }>();
      for (const { channel, state } of rows.values()) {
        const { count } = counts.get(`${channel}\0${state}`) ?? { count: 0 };
        counts.set(`${channel}\0${state}`, { channel, state, count: count + 1 });
      }
      return [...counts.values()].sort(by((row) => [row.channel, row.state]));
    },
    savePushSubscription: (subscription) => subscriptions.set(subscription.id, structuredClone(subscription)),
    pushSubscriptions: () => structuredClone(subscriptions.values()).sort(by((row) => [row.created_at, row.id])),
    removePushSubscription: (id) => subscriptions.delete(id),
    pruneDeliveries(before, isOpen) {
      for (const row of rows.values())
        if (row.settled_at !== null && row.settled_at < before && row.state !== "waiting" && !isOpen(row))
          rows.delete(row.key);
    },
  };
}
