import { useEffect, useRef } from "react";
import { isNavigation } from "../../core/keys/key-gate.ts";
import { createStore, type Store } from "../live/store.ts";
import { chordOf, type Pressed } from "./chord.ts";

/** When a key was pressed, and the last non-navigation key before it (`performance.now()` times). */
export interface KeyPress {
  at: number;
  keyBefore: number | null;
}

/** Handlers by key; one that returns false passes the key on to the next layer. */
export type Bindings = Record<string, ((press: KeyPress) => unknown) | undefined>;

/** `first`: before all layers that are `usual`, however new those are. */
type Rank = "usual" | "first";

/** When the last non-navigation key was pressed, anywhere on the page. */
export const lastKeyAt: Store<number | null> = createStore<number | null>(null);

const layers: { current: Bindings; rank: Rank }[] = [];
let before: Pressed | null = null;
let latest: (KeyPress & { key: string }) | null = null;

/** The last key press anywhere on the page: a click may come from Enter or the space bar. */
export function latestPress(): (KeyPress & { key: string }) | null {
  return latest;
}

/** Binds keys while the component is mounted. The newest component that binds a key gets it, `first` ones before others. */
export function useKeys(bindings: Bindings, rank: Rank = "usual"): void {
  const latestBindings = useRef(bindings);
  useEffect(() => {
    latestBindings.current = bindings;
  });
  useEffect(() => {
    const layer = {
      get current() {
        return latestBindings.current;
      },
      rank,
    };
    if (layers.length === 0) {
      addEventListener("keydown", note, { capture: true });
      addEventListener("keydown", press);
    }
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length > 0) return;
      removeEventListener("keydown", note, { capture: true });
      removeEventListener("keydown", press);
    };
  }, [rank]);
}

const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"]);

/** Counts every key, also those handled by a terminal or text box, where `j` is a letter. */
function note({ key, target, timeStamp }: KeyboardEvent): void {
  if (MODIFIERS.has(key)) return;
  latest = { key, at: timeStamp, keyBefore: lastKeyAt.get() };
  if (!isNavigation(key) || isTyped(target)) lastKeyAt.set(timeStamp);
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.repeat === true) {
    if (!isMove(event.key)) return;
  }
  const chord = chordOf(before, event, event.timeStamp);
  before = { key: event.key, at: event.timeStamp };
  if (chord === null || isTheirs(event.target, chord)) return;
  const pressed = { at: event.timeStamp, keyBefore: latest?.keyBefore ?? null };
  const ranked = layers.toReversed().sort((a, b) => Number(b.rank === "first") - Number(a.rank === "first"));
  for (const layer of ranked) {
    const handler = layer.current[chord];
    if (handler === undefined || handler(pressed) === false) continue;
    event.preventDefault();
    return;
  }
}

/** Only these repeat while held down: leaning on a key must not approve ten things. */
function isMove(key: string): boolean {
  return key === "j" || key === "k" || key === "ArrowDown" || key === "ArrowUp";
}

/** Text boxes, menus, dialogs and terminals handle their own keys; buttons and links handle Enter and space. */
function isTheirs(target: EventTarget | null, chord: string): boolean {
  if (!(target instanceof Element)) return false;
  if (chord === "mod+k") return target.closest('[data-keys="own"]') !== null;
  if (isTyped(target)) return true;
  return (chord === "Enter" || chord === " ") && target.closest("button, a, summary") !== null;
}

function isTyped(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable="true"], [role="menu"], [data-keys="own"]') !== null;
}
