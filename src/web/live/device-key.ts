import type { Transport } from "../../client/client.ts";
import type { Paired } from "../../core/protocol/devices.ts";
import { asFault } from "../../core/protocol/fault.ts";
import type { Shelf } from "./last-snapshot.ts";
import { createStore, type Store } from "./store.ts";

/** Whether this page may act, or only look. */
export type KeyState =
  | { phase: "none" }
  | { phase: "pairing" }
  | { phase: "held"; key: string }
  | { phase: "refused"; message: string };

const NAME = "agtmux:key";

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
  hold(key: string): void;
  /** Another tab of this page has got one, or lost it. */
  reread(): void;
  /** The daemon does not know the key. */
  drop(message: string): void;
  pair(code: string, transport: Transport): Promise<void>;
}

export function deviceKey(shelf: Shelf): DeviceKey {
  const stored = (): KeyState => {
    const key = shelf.getItem(NAME);
    return key === null || key === "" ? { phase: "none" } : { phase: "held", key };
  };
  const state = createStore<KeyState>(stored());
  /** Any site can send people here with a key in the address: the one before stays until the new one has proven good. */
  let before: string | null = null;
  const hold = (key: string) => {
    const held = state.get();
    before = held.phase === "held" && held.key !== key ? held.key : null;
    shelf.setItem(NAME, key);
    state.set({ phase: "held", key });
  };
  return {
    state,
    hold,
    reread: () => state.set(stored()),
    drop(message) {
      shelf.removeItem(NAME);
      state.set({ phase: "refused", message });
      if (before !== null) hold(before);
    },
    async pair(code, transport) {
      state.set({ phase: "pairing" });
      try {
        const { key } = (await transport("POST", "/v1/pair", { body: JSON.stringify({ code }) })) as Paired;
        hold(key);
      } catch (error) {
        const before = stored();
        state.set(before.phase === "held" ? before : { phase: "refused", message: asFault(error).message });
      }
    },
  };
}
