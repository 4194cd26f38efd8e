import type { Repeats } from "../../adapter/kept-flags.ts";

/** The value may be left out, so it is no word of its own. */
export function resume(session: string): readonly string[] {
  return ["copilot", `--resume=${session}`];
}

export const REPEATS: Repeats = {
  "--model": "value",
  "--allow-all-tools": "alone",
  "--allow-all-paths": "alone",
};
