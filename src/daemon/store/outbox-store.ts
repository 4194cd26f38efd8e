import type { Delivery, DeliveryState, PushSubscription } from "../../core/protocol/notify/notify.ts";

/** Outgoing notifications, and the browsers subscribed to them. */
export interface OutboxStore {
  /** False if the key exists already. */
  addDelivery(delivery: Delivery): boolean;
  /** Updates an existing delivery. */
  saveDelivery(delivery: Delivery): void;
  delivery(key: string): Delivery | null;
  /** All deliveries of one attention, oldest first. */
  deliveriesOf(runtimeId: string, attentionId: string): Delivery[];
  /** Waiting deliveries of a channel, first due first. */
  waitingFor(channel: string, limit: number): Delivery[];
  /** When the channel last delivered something of that runtime; of any runtime if null. */
  lastSentAt(runtimeId: string | null, channel: string): number | null;
  /** Newest first. */
  deliveries(state: DeliveryState, limit: number): Delivery[];
  countDeliveries(): { channel: string; state: DeliveryState; count: number }[];

  savePushSubscription(subscription: PushSubscription): void;
  /** Oldest first. */
  pushSubscriptions(): PushSubscription[];
  removePushSubscription(id: string): void;
}
