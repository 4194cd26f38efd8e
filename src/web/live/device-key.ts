import { callsOver } from "../../client/calls.ts";
import type { Transport } from "../../client/transport.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { KeyStorage } from "./key-storage.ts";
import { type Secret, secretOf } from "./secret.ts";
import { createStore, type Store } from "./store.ts";

/** Whether this page may act or only view. */
export type KeyState =
  | { phase: "none" }
  /** The person must choose whether this page may act: another process that takes the port could use its key. */
  | { phase: "asking"; answer(acceptsRisk: boolean): void }
  | { phase: "pairing" }
  | { phase: "held" }
  | { phase: "refused"; message: string };

/** The pairing code in the URL's fragment, and the fragment without it. */
export function readFragment(hash: string): { pair: string | null; rest: string } {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const pair = words.get("pair");
  if (pair === null) return { pair, rest: hash };
  words.delete("pair");
  return { pair, rest: words.size === 0 ? "" : `#${words}` };
}

export interface DeviceKey {
  state: Store<KeyState>;
  /** Call when another tab has stored a key. */
  reread(): Promise<void>;
  /** The daemon has refused this key. */
  drop(message: string): void;
  /** `asks`: first ask the person whether this page may act here, or only view. */
  pair(code: string, transport: Transport, asks?: boolean): Promise<void>;
  /** The pass for requests, after the daemon has proven itself; null without a key. */
  pass(): Promise<string | null>;
  /** Discards the pass: the daemon must prove itself again. */
  renew(): void;
}

export interface KeyParts {
  storage: KeyStorage;
  verifyDaemon(secret: Secret): Promise<string>;
  tellOtherTabs(): void;
}

export async function openDeviceKey({ storage, verifyDaemon, tellOtherTabs }: KeyParts): Promise<DeviceKey> {
  let kept = await storage.load();
  /** A new key, unverified: any process might have sent it. The old one stays until this one is proven. */
  let brought: Secret | null = null;
  let pass: Promise<string> | null = null;
  /** Requests wait for it: until the code is exchanged, the key to use is not known. */
  let pairing: Promise<void> = Promise.resolve();
  const state = createStore<KeyState>(kept === null ? { phase: "none" } : { phase: "held" });

  async function introduce(secret: Secret): Promise<string> {
    const made = await verifyDaemon(secret);
    if (secret === brought) {
      [kept, brought] = [secret, null];
      // other tabs read it from storage
      if (await storage.save(secret)) tellOtherTabs();
    }
    if (state.get().phase !== "held") state.set({ phase: "held" });
    return made;
  }

  /** Falls back to a key that was good before: the refusal may come from another program. */
  function refuse(message: string) {
    const fallsBack = brought !== null && kept !== null;
    brought = null;
    pass = null;
    state.set(fallsBack ? { phase: "held" } : { phase: "refused", message });
  }

  async function show(): Promise<string | null> {
    const secret = brought ?? kept;
    if (secret === null) return null;
    pass ??= introduce(secret);
    const asked = pass;
    try {
      return await asked;
    } catch (error) {
      if (pass === asked) pass = null;
      const fault = asFault(error);
      if (fault.code !== "E_DEVICE_NOT_FOUND") throw fault;
      if (secret === (brought ?? kept)) refuse(fault.message);
      if (secret !== kept) return show();
      throw new Fault("E_UNAUTHORIZED", fault.message);
    }
  }

  async function hold(key: string) {
    const secret = await secretOf(key);
    if (secret.id === kept?.id) return;
    [brought, pass] = [secret, null];
    state.set({ phase: "held" });
  }

  async function exchange(code: string, transport: Transport, asks: boolean) {
    const acceptsRisk = asks && (await new Promise<boolean>((answer) => state.set({ phase: "asking", answer })));
    state.set({ phase: "pairing" });
    try {
      const { pair } = callsOver(transport).devices;
      const { key } = await pair({ code, ...(acceptsRisk && { accepts_risk: true }) });
      if (key !== null) await hold(key);
      else state.set({ phase: kept === null ? "none" : "held" });
    } catch (error) {
      state.set(kept === null ? { phase: "refused", message: asFault(error).message } : { phase: "held" });
    }
  }

  return {
    state,
    async reread() {
      const loaded = await storage.load();
      // if storage does not work, keep the key in memory
      if (loaded === null) return;
      [kept, pass] = [loaded, null];
      state.set({ phase: "held" });
    },
    drop: refuse,
    pair(code, transport, asks = false) {
      pairing = exchange(code, transport, asks);
      return pairing;
    },
    async pass() {
      await pairing;
      return show();
    },
    renew() {
      pass = null;
    },
  };
}
