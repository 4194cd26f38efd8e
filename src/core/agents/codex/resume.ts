import type { Repeats } from "../../adapter/kept-flags.ts";

/** Codex asks first if the session belongs to another directory. */
export function resume(session: string): readonly string[] {
  return ["codex", "resume", session];
}

export const REPEATS: Repeats = {
  "--model": "value",
  "-m": "value",
  "--profile": "value",
  "-p": "value",
  "--sandbox": "value",
  "-s": "value",
  "--ask-for-approval": "value",
  "-a": "value",
  "--full-auto": "alone",
  "--dangerously-bypass-approvals-and-sandbox": "alone",
  "--search": "alone",
};
