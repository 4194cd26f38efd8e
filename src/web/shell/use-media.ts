import { useCallback, useSyncExternalStore } from "react";

/** From here on list and detail stand side by side. */
export const WIDE = "(min-width: 1024px)";
/** Rows of two lines, as thumbs want them. */
export const PHONE = "(max-width: 639px)";

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
