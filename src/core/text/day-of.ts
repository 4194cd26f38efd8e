/** A moment on the calendar of the reader's machine: there is no clock or time zone here. */
interface CalendarDate {
  getFullYear(): number;
  getMonth(): number;
  getDate(): number;
}

/** The day of a date, such as 2026-02-13. */
export function dayOf(date: CalendarDate): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${date.getFullYear()}-${month}-${day}`;
}
