import type { QuietHours } from "../protocol/notify.ts";

const DAY = 24 * 60;
const MINUTE_MS = 60_000;

/** How long it stays quiet from a minute of the day on; 0 outside of the hours. */
export function quietFor({ from, to }: QuietHours, minute: number): number {
  const since = (minute - from + DAY) % DAY;
  const length = (to - from + DAY) % DAY;
  return since < length ? (length - since) * MINUTE_MS : 0;
}
