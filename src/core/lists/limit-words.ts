import type { Limited } from "../protocol/events/limited.ts";

/** `limited until 16:40`; `moment` writes a time as the reader's clock shows it. */
export function limitWords({ until }: Limited, now: number, moment: (at: number) => string): string {
  if (until === null) return "limited";
  return until > now ? `limited until ${moment(until)}` : `limit over since ${moment(until)}`;
}

/** That it goes on by itself, or when it is told to; empty if somebody has to. */
export function resumesWords(
  { resumes, until, wakes_at }: Limited,
  now: number,
  moment: (at: number) => string,
): string {
  if (wakes_at !== null) return `told to go on at ${moment(wakes_at)}`;
  return resumes && (until === null || until > now) ? "goes on by itself" : "";
}
