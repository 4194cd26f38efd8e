import { createHash } from "node:crypto";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PushSubscribe, PushSubscription } from "../../core/protocol/notify/notify.ts";
import type { Clock } from "../base/clock.ts";
import type { OutboxStore } from "../store/outbox-store.ts";
import type { Store } from "../store/store.ts";

export interface PushSubscriptionsDeps {
  store: Pick<OutboxStore, "savePushSubscription" | "removePushSubscription" | "pushSubscriptions"> &
    Pick<Store, "transact">;
  clock: Clock;
  /** Also called for a replaced subscription. */
  onAdded(subscription: PushSubscription): void;
  onRemoved(subscription: PushSubscription): void;
}

/** Browsers resubscribe now and then; older subscriptions beyond this many are leftovers. */
const MAX_PER_DEVICE = 4;
/** Device id for the user's own token, which is not a device. */
const OWN = "own";

/** Push subscriptions by device. */
export class PushSubscriptions {
  private readonly deps: PushSubscriptionsDeps;
  private readonly subscriptions = new Map<string, PushSubscription>();

  constructor(deps: PushSubscriptionsDeps) {
    this.deps = deps;
    for (const each of deps.store.pushSubscriptions()) this.subscriptions.set(each.id, each);
  }

  all(): PushSubscription[] {
    return [...this.subscriptions.values()];
  }

  of(deviceId: string | null): PushSubscription[] {
    return this.all().filter(({ device_id }) => device_id === (deviceId ?? OWN));
  }

  /** A known endpoint updates its subscription with the new keys. */
  subscribe({ endpoint, keys }: PushSubscribe, deviceId: string | null): void {
    requireSafe(endpoint);
    const id = createHash("sha256").update(endpoint).digest("hex").slice(0, 12);
    const device_id = deviceId ?? OWN;
    const subscription = { id, device_id, endpoint, keys, created_at: this.deps.clock.now() };
    const others = this.of(deviceId).filter((each) => each.id !== id);
    const surplus = others.slice(0, Math.max(0, others.length + 1 - MAX_PER_DEVICE));
    this.deps.store.transact(() => {
      for (const old of surplus) this.deps.store.removePushSubscription(old.id);
      this.deps.store.savePushSubscription(subscription);
    });
    for (const old of surplus) this.forget(old);
    this.subscriptions.delete(id);
    this.subscriptions.set(id, subscription);
    this.deps.onAdded(subscription);
  }

  /** Ignores unknown endpoints and those of other devices. */
  unsubscribe(endpoint: string, deviceId: string | null): void {
    this.removeThese(this.of(deviceId).filter((each) => each.endpoint === endpoint));
  }

  /** Called when the push service no longer knows the subscription. */
  remove(id: string): void {
    this.removeThese(this.all().filter((each) => each.id === id));
  }

  removeDevice(deviceId: string): void {
    this.removeThese(this.of(deviceId));
  }

  private removeThese(gone: readonly PushSubscription[]): void {
    for (const each of gone) this.forget(each);
    if (gone.length === 0) return;
    this.deps.store.transact(() => {
      for (const { id } of gone) this.deps.store.removePushSubscription(id);
    });
  }

  private forget(subscription: PushSubscription): void {
    this.subscriptions.delete(subscription.id);
    this.deps.onRemoved(subscription);
  }
}

/** We post questions there: only over https, or to loopback. */
function requireSafe(endpoint: string): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  const isLoopback = url !== null && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url === null || !(url.protocol === "https:" || (url.protocol === "http:" && isLoopback)) || url.username !== "")
    throw new Fault("E_INVALID_INPUT", "the endpoint of a subscription is an https address", {});
}
