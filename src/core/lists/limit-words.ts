import type { Limited } from "../protocol/events/limited.ts";

/** `limited until 16:40`; `moment` writes a time as the reader's clock shows it. */
export function limitWords({ until }: Limited, now: number, moment: (at: number) => string): string {
  if (until === null) return "limited";
  return until > now ? `limited until ${moment(until)}` : `limit over since ${moment(until)}`;
}

/** That nobody needs to wake it; empty if somebody does. */
export function resumesWords({ resumes, until }: Limited, now: number): string {
  return resumes && (until === null || until > now) ? "goes on by itself" : "";
}
