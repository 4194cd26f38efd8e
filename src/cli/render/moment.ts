/** `16:40`, or on another day `2026-02-03 16:40`; in local time. */
export function moment(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  const two = (number: number) => String(number).padStart(2, "0");
  const time = `${two(then.getHours())}:${two(then.getMinutes())}`;
  if (then.toDateString() === today.toDateString()) return time;
  return `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())} ${time}`;
}
