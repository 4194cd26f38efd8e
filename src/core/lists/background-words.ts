import type { Doing } from "../protocol/lists/doing.ts";

/** `2 shells running`, beside an agent whose turn is over; empty if none is known to run. */
export function backgroundWords(doing: Pick<Doing, "background"> | null): string {
  const { shells } = doing?.background ?? { shells: 0 };
  if (shells === null) return "shells running";
  return shells === 0 ? "" : `${shells} ${shells === 1 ? "shell" : "shells"} running`;
}
