import { useCallback, useEffect, useRef, useState } from "react";

/** So long nothing moves after a key. */
const KEYS_MS = 4_000;

export interface Hold {
  /** Rows stay where they are. */
  held: boolean;
  /** Of the element that holds the rows. */
  pointer: { onPointerEnter(): void; onPointerMove(): void; onPointerLeave(): void };
  /** A key was used on the rows. */
  touch(): void;
  isPointerOver(): boolean;
}

/**
 * Nothing jumps under a hand: rows are held while the pointer is over them and for a moment after a key. Where a resting
 * pointer must not hold them for ever, `restsMs` says how long it does.
 */
export function useHold(restsMs: number | null): Hold {
  const [held, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOver = useRef(false);
  const holdFor = useCallback((ms: number | null) => {
    clearTimeout(timer.current);
    setHeld(true);
    if (ms !== null) timer.current = setTimeout(() => setHeld(false), ms);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const over = useCallback(() => {
    isOver.current = true;
    holdFor(restsMs);
  }, [holdFor, restsMs]);
  const leave = useCallback(() => {
    isOver.current = false;
    clearTimeout(timer.current);
    setHeld(false);
  }, []);
  const touch = useCallback(() => holdFor(isOver.current ? restsMs : KEYS_MS), [holdFor, restsMs]);
  const isPointerOver = useCallback(() => isOver.current, []);
  return { held, isPointerOver, pointer: { onPointerEnter: over, onPointerMove: over, onPointerLeave: leave }, touch };
}
