/** Codex asks first if the session belongs to another directory. */
export function resume(session: string): readonly string[] {
  return ["codex", "resume", session];
}
