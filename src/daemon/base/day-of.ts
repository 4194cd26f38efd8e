/** The day on this machine's clock, such as 2026-02-13. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${date.getFullYear()}-${month}-${day}`;
}
