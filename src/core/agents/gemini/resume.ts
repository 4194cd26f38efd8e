import type { Repeats } from "../../adapter/kept-flags.ts";

/** Its help speaks of "latest" and of numbers; the id is looked for first of all. */
export function resume(session: string): readonly string[] {
  return ["gemini", "--resume", session];
}

export const REPEATS: Repeats = {
  "--model": "value",
  "-m": "value",
  "--approval-mode": "value",
  "--yolo": "alone",
  "-y": "alone",
  "--sandbox": "alone",
  "-s": "alone",
};
