import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { paneKey } from "../live/fleet.ts";
import { createStore, type Store } from "../live/store.ts";
import { type HeldKey, heldKey } from "../view/held-keys.ts";
import { isLeavingKey } from "./leaving-key.ts";

/** Give up on a terminal that is not open by then. */
const PATIENCE_MS = 10_000;

/** Keys for a terminal that is not open yet. Dropped keys are shown until the user dismisses the notice. */
export type TypingAhead =
  | { phase: "held"; pane: string; runtimeId: string | null; keys: readonly HeldKey[] }
  | { phase: "dropped"; why: string; keys: readonly HeldKey[] };

/** While not null, it receives every key, and no other handler does. */
export const typingAhead: Store<TypingAhead | null> = createStore<TypingAhead | null>(null);

/** They press the button that has the focus, with whatever modifiers. */
const PRESSING: ReadonlySet<string> = new Set(["Enter", " "]);

let giveUp: ReturnType<typeof setTimeout> | undefined;

/** Captures the keyboard for this pane's terminal until that is open. */
export function holdKeys({ identity, runtime_id }: PaneItem): void {
  begin({ phase: "held", pane: paneKey(identity), runtimeId: runtime_id, keys: [] });
  giveUp = setTimeout(() => dropKeys("the terminal did not open in time"), PATIENCE_MS);
}

/** Discards the keys and says so. */
export function dropKeys(why: string): void {
  clearTimeout(giveUp);
  begin({ phase: "dropped", why, keys: typingAhead.get()?.keys ?? [] });
}

/** Returns the keys held for this pane and releases the keyboard to its terminal; null if none were held. */
export function takeKeys({ identity, runtime_id }: PaneItem): readonly HeldKey[] | null {
  const held = typingAhead.get();
  if (held?.phase !== "held" || held.pane !== paneKey(identity)) return null;
  if (held.runtimeId !== runtime_id) {
    dropKeys("another program is in the pane by now");
    return null;
  }
  release();
  return held.keys;
}

export function release(): void {
  clearTimeout(giveUp);
  removeEventListener("keydown", press, { capture: true });
  removeEventListener("pointerdown", point, { capture: true });
  typingAhead.set(null);
}

function begin(next: TypingAhead): void {
  // at once, so that the next key is captured
  addEventListener("keydown", press, { capture: true });
  addEventListener("pointerdown", point, { capture: true });
  typingAhead.set(next);
}

function press(event: KeyboardEvent): void {
  const now = typingAhead.get();
  if (now === null) return;
  event.stopImmediatePropagation();
  if (isLeavingKey(event) || (now.phase === "dropped" && event.key === "Escape")) {
    event.preventDefault();
    if (now.phase === "dropped" || now.keys.length === 0) release();
    else dropKeys("you left before the terminal was open");
    return;
  }
  const key = heldKey(event);
  if (key !== null || PRESSING.has(event.key)) event.preventDefault();
  if (key === null) return;
  typingAhead.set({ ...now, keys: [...now.keys, key] });
}

/** A click anywhere else ends it. */
function point({ target }: PointerEvent): void {
  const now = typingAhead.get();
  if (target instanceof Element && target.closest(".typing-ahead") !== null) return;
  if (now?.phase === "held" && now.keys.length > 0) dropKeys("you left before the terminal was open");
  else release();
}
