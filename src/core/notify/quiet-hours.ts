import type { QuietHours } from "../protocol/notify/notify.ts";

const DAY = 24 * 60;
const MINUTE_MS = 60_000;

/** Milliseconds until quiet hours end, counted from a minute of the day; 0 outside them. */
export function quietFor({ from, to }: QuietHours, minute: number): number {
  const since = (minute - from + DAY) % DAY;
  const length = (to - from + DAY) % DAY;
  return since < length ? (length - since) * MINUTE_MS : 0;
}
