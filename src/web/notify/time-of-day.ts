import { twoDigits } from "../view/format-age.ts";

/** `07:05` for minute 425 of the day, the format of a time input. */
export function formatTimeOfDay(minute: number): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

/** Null if it is not a time, such as an emptied input. */
export function parseTimeOfDay(text: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return Number(hours) * 60 + Number(minutes);
}
