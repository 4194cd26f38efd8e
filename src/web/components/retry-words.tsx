import { useNow } from "../live/use-now.ts";
import { formatAge } from "../view/format-age.ts";

/** When something that failed is tried again by itself. */
export function RetryWords({ at }: { at: number | null }) {
  const left = (at ?? 0) - useNow();
  return at === null ? null : <span>Trying again {left <= 0 ? "now" : `in ${formatAge(left + 999)}`}. </span>;
}
