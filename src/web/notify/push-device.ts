import type { Client } from "../../client/client.ts";
import { createStore, type Store } from "../live/store.ts";

/** Whether this browser gets Web Push while no page is open, and if not, why. */
export type PushPhase =
  | { phase: "insecure" | "unsupported" | "denied" | "asking" | "off" | "on" }
  | { phase: "failed"; message: string };

export interface PushDevice {
  state: Store<PushPhase>;
  /** Only from a user gesture: the browser may ask the person. */
  turnOn(): Promise<void>;
  turnOff(): Promise<void>;
  /** Reads the current state; renews a wanted subscription that browser or daemon have lost, ends an unwanted one. */
  look(): Promise<void>;
}

type PushClient = Pick<Client, "pushState" | "subscribePush" | "unsubscribePush">;
type Page = Window & typeof globalThis;

/** Set while push is switched on here: a browser may drop a subscription by itself. */
const WANTED = "agtmux:push:1";

/** A browser that cannot reach its push service never answers. */
const PATIENCE_MS = 20_000;

export function pushDevice(page: Page, client: PushClient, patienceMs = PATIENCE_MS): PushDevice {
  const state = createStore<PushPhase>({ phase: blockerOf(page) ?? "off" });

  let last: Promise<void> = Promise.resolve();

  /** Serialises changes: two at once would subscribe twice. */
  function settle(change: () => Promise<PushPhase>): Promise<void> {
    last = last.then(async () => {
      const hindrance = blockerOf(page);
      if (hindrance !== null) return state.set({ phase: hindrance });
      state.set(await change().catch((error: unknown) => ({ phase: "failed", message: messageOf(error) }) as const));
    });
    return last;
  }

  async function subscribe(): Promise<PushPhase> {
    const { localStorage } = page;
    const wasWanted = localStorage.getItem(WANTED) !== null;
    // set it first: another tab would end a subscription that is not wanted
    localStorage.setItem(WANTED, "on");
    try {
      await client.subscribePush(wordsOf(await subscription()));
    } catch (error) {
      if (!wasWanted) localStorage.removeItem(WANTED);
      throw error;
    }
    return { phase: "on" };
  }

  async function subscription(): Promise<PushSubscription> {
    const { pushManager } = await workerOf(page);
    const { public_key } = await client.pushState();
    const key = bytesOf(public_key);
    const known = await pushManager.getSubscription();
    // a subscription for another daemon, or for old keys, would be refused
    if (known !== null && !isSame(known.options.applicationServerKey, key)) await known.unsubscribe();
    const asked = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    return within(patienceMs, asked, "this browser's push service does not answer");
  }

  /** One success suffices: pushes to a browser that has unsubscribed are refused, and the daemon then stops sending. */
  async function end(): Promise<PushPhase> {
    const worker = await page.navigator.serviceWorker.getRegistration();
    const subscription = (await worker?.pushManager.getSubscription()) ?? null;
    if (subscription !== null) {
      // the daemon first, so that it stops pushing to a browser that is about to unsubscribe
      const [told] = await Promise.allSettled([client.unsubscribePush(subscription.endpoint)]);
      const [left] = await Promise.allSettled([subscription.unsubscribe()]);
      const hasLeft = left.status === "fulfilled" && left.value;
      if (told.status === "rejected" && !hasLeft) throw told.reason;
    }
    // remove it last: after a failure push is still on, and the next look says so
    page.localStorage.removeItem(WANTED);
    return { phase: "off" };
  }

  return {
    state,
    async turnOn() {
      if (blockerOf(page) === null) state.set({ phase: "asking" });
      if (page.Notification?.permission === "default") await page.Notification.requestPermission();
      await settle(async () => (page.Notification.permission === "granted" ? subscribe() : { phase: "off" }));
    },
    turnOff: () => settle(end),
    look: () =>
      settle(async () => {
        // an earlier switch-off may have been only half done
        if (page.localStorage.getItem(WANTED) === null) return end();
        if (page.Notification.permission !== "granted") return { phase: "off" };
        const subscription = await (await workerOf(page)).pushManager.getSubscription();
        const { endpoints, public_key } = await client.pushState();
        const isKnown =
          subscription !== null &&
          endpoints.includes(subscription.endpoint) &&
          isSame(subscription.options.applicationServerKey, bytesOf(public_key));
        return isKnown ? { phase: "on" } : subscribe();
      }),
  };
}

function blockerOf(page: Page): "insecure" | "unsupported" | "denied" | null {
  if (!page.isSecureContext) return "insecure";
  if (page.Notification === undefined || page.PushManager === undefined) return "unsupported";
  if (page.navigator.serviceWorker === undefined) return "unsupported";
  return page.Notification.permission === "denied" ? "denied" : null;
}

async function workerOf({ navigator }: Page): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/sw.js");
  // only an active worker can subscribe
  return navigator.serviceWorker.ready;
}

function wordsOf(subscription: PushSubscription): { endpoint: string; keys: { p256dh: string; auth: string } } {
  const { endpoint = "", keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function isSame(theirs: ArrayBuffer | null, ours: Uint8Array): boolean {
  const bytes = new Uint8Array(theirs ?? new ArrayBuffer(0));
  return bytes.length === ours.length && bytes.every((byte, index) => byte === ours[index]);
}

async function within<T>(ms: number, asked: Promise<T>, otherwise: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), ms);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
