import type { Repeats } from "../../adapter/kept-flags.ts";

/** The option's value is optional, so it must be joined to the option. */
export function resume(session: string): readonly string[] {
  return ["copilot", `--resume=${session}`];
}

export const REPEATS: Repeats = {
  "--model": "value",
  "--agent": "value",
  "--mode": "value",
  "--allow-all-tools": "alone",
  "--allow-all-paths": "alone",
  "--allow-all-urls": "alone",
  "--allow-all": "alone",
  "--yolo": "alone",
};
