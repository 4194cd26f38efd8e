import { formatAge } from "./format-age.ts";

/** How long an answer is still wanted. */
export function timeLeft(expiresAt: number, now: number): string {
  const ms = expiresAt - now;
  return ms <= 0 ? "time is up" : `${formatAge(ms + 999)} left`;
}
