import { useRef } from "react";

/** Freezes the value while `held`; a change of `reason` (something the user asked for) gets through at once. */
export function useHeld<T>(value: T, held: boolean, reason: unknown): T {
  const kept = useRef({ value, reason });
  if (!held || kept.current.reason !== reason) kept.current = { value, reason };
  return kept.current.value;
}
