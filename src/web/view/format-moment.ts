import { dayOf } from "../../core/text/day-of.ts";
import { twoDigits } from "./format-age.ts";

/** `12:03`, or on another day `2026-02-03 12:03`; in local time. */
export function formatMoment(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  const time = `${twoDigits(then.getHours())}:${twoDigits(then.getMinutes())}`;
  if (then.toDateString() === today.toDateString()) return time;
  return `${dayOf(then)} ${time}`;
}
