import type { Repeats } from "../../adapter/kept-flags.ts";

/** Known from its documentation alone. */
export function resume(session: string): readonly string[] {
  return ["cursor-agent", "--resume", session];
}

export const REPEATS: Repeats = { "--model": "value", "--force": "alone", "-f": "alone" };
