import { describe, expect, it } from "vitest";
import { pushDevice } from "./push-device.ts";

const WANTED = "agtmux:push:1";
const KEY = "AAAA";
const refuse = () => Promise.reject(new Error("out of reach"));

/** A browser whose storage and subscription several tabs share, and a daemon that may be unreachable. */
class Browser {
  readonly storage = new Map<string, string>();
  /** Endpoints as stored by the browser and by the daemon. */
  own: string | null = null;
  known: string[] = [];
  isDaemonAway = false;
  canUnsubscribe = true;
  /** Delays subscribing until it resolves. */
  subscribing: Promise<void> = Promise.resolve();

  tab() {
    const registration = {
      pushManager: { getSubscription: async () => this.subscription(), subscribe: () => this.subscribe() },
    };
    const page = {
      isSecureContext: true,
      PushManager: {},
      Notification: { permission: "granted" },
      localStorage: {
        getItem: (name: string) => this.storage.get(name) ?? null,
        setItem: (name: string, value: string) => void this.storage.set(name, value),
        removeItem: (name: string) => void this.storage.delete(name),
      },
      navigator: {
        serviceWorker: {
          register: async () => undefined,
          getRegistration: async () => registration,
          ready: Promise.resolve(registration),
        },
      },
    };
    return pushDevice(page as never, this.client() as never);
  }

  private client() {
    const state = () => ({ public_key: KEY, endpoints: this.known });
    const answered = (change: () => void) => async () => {
      if (this.isDaemonAway) return refuse();
      change();
      return state();
    };
    return {
      pushState: answered(() => undefined),
      subscribePush: async ({ endpoint }: { endpoint: string }) => answered(() => void this.known.push(endpoint))(),
      unsubscribePush: async (gone: string) =>
        answered(() => {
          this.known = this.known.filter((each) => each !== gone);
        })(),
    };
  }

  private subscription() {
    const endpoint = this.own;
    if (endpoint === null) return null;
    return {
      endpoint,
      options: { applicationServerKey: new Uint8Array(3).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
      unsubscribe: async () => {
        if (this.canUnsubscribe) this.own = null;
        return this.canUnsubscribe;
      },
    };
  }

  private async subscribe() {
    this.own = "https://push.example/1";
    await this.subscribing;
    return this.subscription();
  }
}

async function switchedOn(): Promise<Browser> {
  const browser = new Browser();
  await browser.tab().turnOn();
  expect([browser.own, browser.known]).toEqual(["https://push.example/1", ["https://push.example/1"]]);
  return browser;
}

describe("switching pushes off", () => {
  it("[UI22] unsubscribes in the browser even if the daemon cannot be reached", async () => {
    const browser = await switchedOn();
    browser.isDaemonAway = true;
    const device = browser.tab();
    await device.turnOff();
    expect([device.state.get(), browser.own, browser.storage.size]).toEqual([{ phase: "off" }, null, 0]);
  });

  it("[UI22] a failed unsubscribe is reported, and the switch stays on until it succeeds", async () => {
    const browser = await switchedOn();
    Object.assign(browser, { isDaemonAway: true, canUnsubscribe: false });
    const device = browser.tab();
    await device.turnOff();
    expect(device.state.get()).toEqual({ phase: "failed", message: "out of reach" });
    browser.isDaemonAway = false;
    await device.look();
    expect(device.state.get()).toEqual({ phase: "on" });
    await device.turnOff();
    expect([device.state.get(), browser.known, browser.storage.size]).toEqual([{ phase: "off" }, [], 0]);
  });

  it("[UI22] that stopped halfway is brought to its end when the page opens", async () => {
    const browser = await switchedOn();
    browser.storage.delete(WANTED);
    const device = browser.tab();
    await device.look();
    expect([device.state.get(), browser.own, browser.known]).toEqual([{ phase: "off" }, null, []]);
  });
});

describe("switching pushes on", () => {
  it("[UI22] is not undone by a tab that opens meanwhile", async () => {
    const browser = new Browser();
    let go = () => {};
    browser.subscribing = new Promise((done) => {
      go = done;
    });
    const device = browser.tab();
    const turning = device.turnOn();
    while (browser.own === null) await Promise.resolve();
    browser.subscribing = Promise.resolve();
    await browser.tab().look();
    go();
    await turning;
    expect([device.state.get(), browser.own]).toEqual([{ phase: "on" }, "https://push.example/1"]);
  });

  it("[UI22] that fails leaves nothing that is wanted", async () => {
    const browser = new Browser();
    browser.isDaemonAway = true;
    const device = browser.tab();
    await device.turnOn();
    expect([device.state.get().phase, browser.storage.size]).toEqual(["failed", 0]);
  });
});
