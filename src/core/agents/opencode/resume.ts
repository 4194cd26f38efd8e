import type { Repeats } from "../../adapter/kept-flags.ts";

/** Found only from the project where the conversation was begun. */
export function resume(session: string): readonly string[] {
  return ["opencode", "--session", session];
}

export const REPEATS: Repeats = { "--model": "value", "-m": "value", "--agent": "value" };
