import { randomBytes } from "node:crypto";
import type { Store } from "../store/store.ts";

const KEY = "origin:label";

/**
 * The label of the daemon's origin in browsers, `http://<label>.localhost:<port>`. A process that held the port in
 * between knows the old label, may have left a service worker there, and could use the keys that browsers store there.
 * So the label changes unless the port was ours without interruption (`isUnbroken`) or nobody else could have taken it
 * (`keeps`).
 */
export function originLabel(
  store: Pick<Store, "transact" | "remember" | "recall">,
  { isUnbroken, keeps }: { isUnbroken: boolean; keeps: boolean },
): string {
  const before = store.recall(KEY);
  if (before !== null && (isUnbroken || keeps)) return before;
  const label = randomBytes(10).toString("hex");
  try {
    store.transact(() => store.remember(KEY, label));
  } catch {
    // disk full: the next start makes another label
  }
  return label;
}
