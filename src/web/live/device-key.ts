import type { Transport } from "../../client/client.ts";
import type { Paired } from "../../core/protocol/devices.ts";
import { asFault, Fault } from "../../core/protocol/fault.ts";
import type { KeyShelf } from "./key-shelf.ts";
import { type Secret, secretOf } from "./secret.ts";
import { createStore, type Store } from "./store.ts";

/** Whether this page may act, or only look. */
export type KeyState =
  | { phase: "none" }
  | { phase: "pairing" }
  | { phase: "held" }
  | { phase: "refused"; message: string };

/** What the link that opened the page brings along, and the fragment without it. */
export function readFragment(hash: string): { key: string | null; pair: string | null; rest: string } {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const [key, pair] = [words.get("key"), words.get("pair")];
  if (key === null && pair === null) return { key, pair, rest: hash };
  words.delete("key");
  words.delete("pair");
  return { key, pair, rest: words.size === 0 ? "" : `#${words}` };
}

export interface DeviceKey {
  state: Store<KeyState>;
  /** A key that came in a link. */
  hold(key: string): Promise<void>;
  /** Another tab of this page has got one. */
  reread(): Promise<void>;
  /** The daemon does not let this key act. */
  drop(message: string): void;
  pair(code: string, transport: Transport): Promise<void>;
  /** What to show the daemon, once it has proven itself; null for a page that holds no key. */
  pass(): Promise<string | null>;
  /** Whoever answers next has to prove itself anew. */
  renew(): void;
}

export interface KeyParts {
  shelf: KeyShelf;
  greet(secret: Secret): Promise<string>;
  tellOtherTabs(): void;
  /** The key as earlier versions kept it, for scripts to read. */
  earlier?: string | null;
}

export async function openDeviceKey({ shelf, greet, tellOtherTabs, earlier = null }: KeyParts): Promise<DeviceKey> {
  let kept = await shelf.load();
  if (kept === null && earlier !== null) {
    kept = await secretOf(earlier);
    await shelf.save(kept);
  }
  /** Any site can send people here with a key in the address: the one before stays until the new one has proven good. */
  let brought: Secret | null = null;
  let pass: Promise<string> | null = null;
  const state = createStore<KeyState>(kept === null ? { phase: "none" } : { phase: "held" });

  async function introduce(secret: Secret): Promise<string> {
    const made = await greet(secret);
    if (secret === brought) {
      [kept, brought] = [secret, null];
      // who is told reads it from the shelf
      if (await shelf.save(secret)) tellOtherTabs();
    }
    if (state.get().phase !== "held") state.set({ phase: "held" });
    return made;
  }

  /** One that was good before stays: whoever answers now may not be the daemon at all. */
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

  return {
    state,
    hold,
    async reread() {
      const loaded = await shelf.load();
      // where the browser keeps nothing, what this page holds is all there is
      if (loaded === null) return;
      [kept, pass] = [loaded, null];
      state.set({ phase: "held" });
    },
    drop: refuse,
    async pair(code, transport) {
      state.set({ phase: "pairing" });
      try {
        const { key } = (await transport("POST", "/v1/pair", { body: JSON.stringify({ code }) })) as Paired;
        await hold(key);
      } catch (error) {
        state.set(kept === null ? { phase: "refused", message: asFault(error).message } : { phase: "held" });
      }
    },
    pass: show,
    renew() {
      pass = null;
    },
  };
}
