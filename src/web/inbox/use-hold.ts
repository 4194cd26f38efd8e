import { useCallback, useEffect, useRef, useState } from "react";

/** How long rows stay in place after a key press. */
const KEYS_MS = 4_000;

export interface Hold {
  /** Whether rows must not move. */
  held: boolean;
  /** Handlers for the element that contains the rows. */
  pointer: { onPointerEnter(): void; onPointerMove(): void; onPointerLeave(): void };
  /** Call when a key was used on the rows. */
  touch(): void;
  isPointerOver(): boolean;
}

/**
 * Keeps rows from moving under the user's hand: they are held while the pointer is over them and briefly after a key.
 * `restsMs` limits how long a resting pointer holds them; null for no limit.
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
