import { useEffect, useRef } from "react";
import { chordOf, type Pressed } from "./chord.ts";

/** What each key does; one that returns false leaves it to whoever is asked next. */
export type Bindings = Record<string, (() => unknown) | undefined>;

const layers: { current: Bindings }[] = [];
let before: Pressed | null = null;

/** Binds keys while the component is there. The newest component that knows a key gets it. */
export function useKeys(bindings: Bindings): void {
  const layer = useRef(bindings);
  useEffect(() => {
    layer.current = bindings;
  });
  useEffect(() => {
    if (layers.length === 0) addEventListener("keydown", press);
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) removeEventListener("keydown", press);
    };
  }, []);
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.repeat === true) {
    if (!isMove(event.key)) return;
  }
  const chord = chordOf(before, event, event.timeStamp);
  before = { key: event.key, at: event.timeStamp };
  if (chord === null || isTheirs(event.target, chord)) return;
  for (const layer of layers.toReversed()) {
    const handler = layer.current[chord];
    if (handler === undefined || handler() === false) continue;
    event.preventDefault();
    return;
  }
}

/** Held down, only these go on and on: nobody approves ten things by leaning on a key. */
function isMove(key: string): boolean {
  return key === "j" || key === "k" || key === "ArrowDown" || key === "ArrowUp";
}

/** Text boxes, menus, dialogs and terminals have keys of their own; buttons and links have Enter. */
function isTheirs(target: EventTarget | null, chord: string): boolean {
  if (!(target instanceof Element)) return false;
  if (chord === "mod+k") return target.closest('[data-keys="own"]') !== null;
  if (target.closest('input, textarea, select, [contenteditable="true"], [role="menu"], [data-keys="own"]'))
    return true;
  return (chord === "Enter" || chord === " ") && target.closest("button, a, summary") !== null;
}
