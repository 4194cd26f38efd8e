import { type RefObject, useLayoutEffect, useRef } from "react";

/** When `words` was last replaced by others; null while they are the first. `words` is null while none are shown. */
export function useReplacedAt(words: string | null): RefObject<number | null> {
  const last = useRef<string | null>(null);
  const replacedAt = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (words === null) return;
    if (last.current !== null && last.current !== words) replacedAt.current = performance.now();
    last.current = words;
  }, [words]);
  return replacedAt;
}
