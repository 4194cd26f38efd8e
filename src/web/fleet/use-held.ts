import { useRef } from "react";

/** The value as it was while held; a change of `reason` (what somebody asked for) shows at once. */
export function useHeld<T>(value: T, held: boolean, reason: unknown): T {
  const kept = useRef({ value, reason });
  if (!held || kept.current.reason !== reason) kept.current = { value, reason };
  return kept.current.value;
}
