import { Delivery } from "../../core/protocol/notify/notify.ts";
import type { Database } from "./database.ts";
import type { OutboxStore } from "./outbox-store.ts";
import { readAllStored, readStored } from "./stored-json.ts";

/** Deliveries are stored as JSON; the other columns are for queries. */
export function outboxTable(db: Database): OutboxStore {
  const columns = "(key, runtime_id, attention_id, channel, state, created_at, due_at, settled_at, delivery)";
  const add = db.prepare(`INSERT INTO outbox ${columns} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  const update = db.prepare("UPDATE outbox SET state = ?, due_at = ?, settled_at = ?, delivery = ? WHERE key = ?");
  const one = db.prepareColumn<[string], string>("SELECT delivery FROM outbox WHERE key = ?");
  const ofCall = db.prepareColumn<[string, string], string>(
    "SELECT delivery FROM outbox WHERE runtime_id = ? AND attention_id = ? ORDER BY created_at, key",
  );
  const due = db.prepareColumn<[string, number], string>(
    `SELECT delivery FROM outbox WHERE state = 'waiting' AND channel = ? ORDER BY due_at, created_at, key LIMIT ?`,
  );
  const lastSent = db.prepareColumn<[string, string], number | null>(
    "SELECT max(settled_at) FROM outbox WHERE runtime_id = ? AND channel = ? AND state = 'sent'",
  );
  const lastSentOfAny = db.prepareColumn<[string], number | null>(
    "SELECT max(settled_at) FROM outbox WHERE channel = ? AND state = 'sent'",
  );
  const inState = db.prepareColumn<[string, number], string>(
    "SELECT delivery FROM outbox WHERE state = ? ORDER BY coalesce(settled_at, due_at) DESC, key LIMIT ?",
  );
  const counts = db.prepare<[], { channel: string; state: Delivery["state"]; count: number }>(
    "SELECT channel, state, count(*) AS count FROM outbox GROUP BY channel, state ORDER BY channel, state",
  );
  const saveSubscription = db.prepare(
    `INSERT INTO push_subscriptions (id, device_id, endpoint, p256dh, auth, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET device_id = excluded.device_id, endpoint = excluded.endpoint,
       p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`,
  );
  const subscriptions = db.prepare<[], SubscriptionRow>("SELECT * FROM push_subscriptions ORDER BY created_at, id");
  const removeSubscription = db.prepare("DELETE FROM push_subscriptions WHERE id = ?");

  return {
    addDelivery(delivery) {
      const { key, channel, state, created_at, due_at, settled_at, notification } = delivery;
      const { runtime_id, attention_id } = notification;
      const row = [key, runtime_id, attention_id, channel, state, created_at, due_at, settled_at];
      return add.run(...row, JSON.stringify(delivery)).changes === 1;
    },
    saveDelivery(delivery) {
      const { key, state, due_at, settled_at } = delivery;
      update.run(state, due_at, settled_at, JSON.stringify(delivery), key);
    },
    delivery(key) {
      const delivery = one.get(key);
      return delivery === undefined ? null : readStored(Delivery, delivery);
    },
    deliveriesOf: (runtimeId, attentionId) => readAllStored(Delivery, ofCall.all(runtimeId, attentionId)),
    waitingFor(channel, limit) {
      const rows = due.all(channel, limit);
      const fit = readAllStored(Delivery, rows);
      // an unreadable row must not block those behind it
      return fit.length === rows.length ? fit : readAllStored(Delivery, due.all(channel, -1)).slice(0, limit);
    },
    lastSentAt: (runtimeId, channel) =>
      (runtimeId === null ? lastSentOfAny.get(channel) : lastSent.get(runtimeId, channel)) ?? null,
    deliveries: (state, limit) => readAllStored(Delivery, inState.all(state, limit)),
    countDeliveries: () => counts.all(),
    savePushSubscription: ({ id, device_id, endpoint, keys, created_at }) =>
      void saveSubscription.run(id, device_id, endpoint, keys.p256dh, keys.auth, created_at),
    pushSubscriptions: () =>
      subscriptions.all().map(({ p256dh, auth, ...rest }) => ({ ...rest, keys: { p256dh, auth } })),
    removePushSubscription: (id) => void removeSubscription.run(id),
  };
}

interface SubscriptionRow {
  id: string;
  device_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: number;
}
