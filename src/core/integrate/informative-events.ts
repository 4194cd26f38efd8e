import { NOTHING } from "../adapter/evidence.ts";
import type { Dialect } from "../adapter/normalize-by.ts";

/** Events that carry information: a hook for any other costs a process and says nothing. */
export function informativeEvents({ events }: Dialect, ...except: readonly string[]): string[] {
  return Object.entries(events).flatMap(([name, meaning]) =>
    meaning === NOTHING || except.includes(name) ? [] : [name],
  );
}
