import { dayOf as dayOfDate } from "../../core/text/day-of.ts";

/** The day on this machine's clock, such as 2026-02-13. */
export function dayOf(at: number): string {
  return dayOfDate(new Date(at));
}
