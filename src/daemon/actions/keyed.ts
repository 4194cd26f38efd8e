import type { AuditEntry } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";

/** A send with an idempotency key: its content and recipient. */
export interface Keyed {
  digest: string;
  /** The recipient as the caller named it. */
  words: string;
  /** The recipient; null if it can no longer be resolved. */
  place: string | null;
}

export function keyedOf({ request, asked_ref, snapshot, target, pane_id, runtime_id }: AuditEntry): Keyed {
  const place = target === null || pane_id === null ? null : placeOf({ target, pane_id, runtime_id });
  return { digest: String(request.digest), words: asked_ref ?? snapshot?.snapshot_id ?? "", place };
}

export function placeOf({
  target,
  pane_id,
  runtime_id,
}: Pick<AuditEntry, "target" | "pane_id" | "runtime_id">): string {
  return JSON.stringify([target, pane_id, runtime_id]);
}

/** Throws if the key was used for something else before. */
export function requireSame(first: Keyed, mine: Keyed): void {
  const canTell = first.place !== null && mine.place !== null;
  const isToSame = canTell ? first.place === mine.place : first.words === mine.words;
  if (first.digest === mine.digest && isToSame) return;
  const what = isToSame ? "something else" : "another agent";
  throw new Fault("E_INVALID_INPUT", `this idempotency key was used for ${what}: take another one`);
}
