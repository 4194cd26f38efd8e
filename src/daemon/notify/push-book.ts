import { createHash } from "node:crypto";
import { Fault } from "../../core/protocol/fault.ts";
import type { PushSubscribe, PushSubscription } from "../../core/protocol/notify.ts";
import type { Clock } from "../clock.ts";
import type { OutboxStore, Store } from "../store/store.ts";

export interface PushBookDeps {
  store: Pick<OutboxStore, "savePushSubscription" | "removePushSubscription" | "pushSubscriptions"> &
    Pick<Store, "transact">;
  clock: Clock;
  /** Also with one that is there: then it takes its place. */
  onAdded(subscription: PushSubscription): void;
  onRemoved(subscription: PushSubscription): void;
}

/** A browser subscribes anew now and then; more than so many are left over from before. */
const MOST_PER_DEVICE = 4;
/** The user's own token is no device. */
const OWN = "own";

/** The browsers that have subscribed, device by device. */
export class PushBook {
  private readonly deps: PushBookDeps;
  private readonly subscriptions = new Map<string, PushSubscription>();

  constructor(deps: PushBookDeps) {
    this.deps = deps;
    for (const each of deps.store.pushSubscriptions()) this.subscriptions.set(each.id, each);
  }

  all(): PushSubscription[] {
    return [...this.subscriptions.values()];
  }

  of(deviceId: string | null): PushSubscription[] {
    return this.all().filter(({ device_id }) => device_id === (deviceId ?? OWN));
  }

  /** The same endpoint again is the same subscription, with the keys that it has now. */
  subscribe({ endpoint, keys }: PushSubscribe, deviceId: string | null): void {
    requireSafe(endpoint);
    const id = createHash("sha256").update(endpoint).digest("hex").slice(0, 12);
    const device_id = deviceId ?? OWN;
    const subscription = { id, device_id, endpoint, keys, created_at: this.deps.clock.now() };
    const others = this.of(deviceId).filter((each) => each.id !== id);
    const surplus = others.slice(0, Math.max(0, others.length + 1 - MOST_PER_DEVICE));
    this.deps.store.transact(() => {
      for (const old of surplus) this.deps.store.removePushSubscription(old.id);
      this.deps.store.savePushSubscription(subscription);
    });
    for (const old of surplus) this.forget(old);
    this.subscriptions.delete(id);
    this.subscriptions.set(id, subscription);
    this.deps.onAdded(subscription);
  }

  /** What is not there, or another's, is no fault: it does not hear of anything from here on. */
  unsubscribe(endpoint: string, deviceId: string | null): void {
    this.removeThese(this.of(deviceId).filter((each) => each.endpoint === endpoint));
  }

  /** The push service does not know it any more. */
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

/** We post there what people are asked: never in the clear, but to this machine itself. */
function requireSafe(endpoint: string): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  const isLoopback = url !== null && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url === null || !(url.protocol === "https:" || (url.protocol === "http:" && isLoopback)) || url.username !== "")
    throw new Fault("E_INVALID_INPUT", "the endpoint of a subscription is an https address", {});
}
