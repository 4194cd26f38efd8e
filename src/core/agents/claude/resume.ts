import type { Repeats } from "../../adapter/kept-flags.ts";

/** Found only from the directory where the conversation was begun. */
export function resume(session: string): readonly string[] {
  return ["claude", "--resume", session];
}

export const REPEATS: Repeats = {
  "--model": "value",
  "--permission-mode": "value",
  "--dangerously-skip-permissions": "alone",
};
