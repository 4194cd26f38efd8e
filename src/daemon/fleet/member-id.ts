import { randomBytes } from "node:crypto";
import type { Store } from "../store/store.ts";

const KEY = "fleet.member_id";

/** Tells two daemons apart that were given the same name; made once, and kept. */
export function memberId(store: Pick<Store, "recall" | "remember" | "transact">): string {
  const known = store.recall(KEY);
  if (known !== null) return known;
  const made = randomBytes(8).toString("hex");
  store.transact(() => store.remember(KEY, made));
  return made;
}
