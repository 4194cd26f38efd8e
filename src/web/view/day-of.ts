import { twoDigits } from "./format-age.ts";

/** The day in this browser's time zone, such as 2026-02-13. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
