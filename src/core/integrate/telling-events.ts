import { NOTHING } from "../agents/evidence.ts";
import type { Dialect } from "../agents/normalize-by.ts";

/** The events from which something can be learned: the others cost a process each and say nothing. */
export function tellingEvents({ events }: Dialect, ...except: readonly string[]): string[] {
  return Object.entries(events).flatMap(([name, meaning]) =>
    meaning === NOTHING || except.includes(name) ? [] : [name],
  );
}
