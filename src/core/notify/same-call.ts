import type { Calling } from "./plan.ts";

/** One call is told by several sources, so far apart at most. */
const SAME_CALL_MS = 1_500;

export function isSameCall(one: Calling, other: Calling): boolean {
  return one.runtime_id === other.runtime_id && one.attention.attention_id === other.attention.attention_id;
}

/**
 * While it stood open, another source told the same call, or it turned out to be another runtime's: it has another name
 * then, and must not ring anew.
 */
export function isRetold(before: Calling, now: Calling): boolean {
  const [was, is] = [before.attention, now.attention];
  const isSameId = was.attention_id === is.attention_id;
  if (before.runtime_id !== now.runtime_id) return isSameId;
  return !isSameId && was.kind === is.kind && Math.abs(was.raised_at - is.raised_at) <= SAME_CALL_MS;
}
