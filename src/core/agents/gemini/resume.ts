import type { Repeats } from "../../adapter/kept-flags.ts";

/** Its help mentions only "latest" and numbers, but it tries the id first. */
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
