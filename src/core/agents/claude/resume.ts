import type { Repeats } from "../../adapter/kept-flags.ts";

/** Claude finds a conversation only in the directory where it began. */
export function resume(session: string): readonly string[] {
  return ["claude", "--resume", session];
}

export const REPEATS: Repeats = {
  "--model": "value",
  "--effort": "value",
  "--agent": "value",
  "--permission-mode": "value",
  "--dangerously-skip-permissions": "alone",
};
