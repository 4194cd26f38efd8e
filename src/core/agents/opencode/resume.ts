import type { Repeats } from "../../adapter/kept-flags.ts";

/** OpenCode finds a conversation only in the project where it began. */
export function resume(session: string): readonly string[] {
  return ["opencode", "--session", session];
}

export const REPEATS: Repeats = { "--model": "value", "-m": "value", "--agent": "value", "--auto": "alone" };
