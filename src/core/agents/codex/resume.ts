import type { Repeats } from "../../adapter/kept-flags.ts";

/** Codex asks first if the session belongs to another directory. */
export function resume(session: string): readonly string[] {
  return ["codex", "resume", session];
}

/** Its help for `codex resume` has them all, except `--yolo`, which it takes for the longer name. */
export const REPEATS: Repeats = {
  "--model": "value",
  "-m": "value",
  "--profile": "value",
  "-p": "value",
  "--sandbox": "value",
  "-s": "value",
  "--ask-for-approval": "value",
  "-a": "value",
  "--dangerously-bypass-approvals-and-sandbox": "alone",
  "--yolo": "alone",
  "--search": "alone",
};
