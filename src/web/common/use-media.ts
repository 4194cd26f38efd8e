import { useCallback, useSyncExternalStore } from "react";

/** From this width on, list and detail are side by side. */
export const WIDE = "(min-width: 1024px)";
/** Up to this width, rows have two lines, for touch. */
export const PHONE = "(max-width: 639px)";

/** Fingers instead of a pointer that can hover. */
export const TOUCH = "(hover: none), (pointer: coarse)";

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
