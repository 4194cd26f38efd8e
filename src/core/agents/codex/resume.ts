/** A session in another directory than its own is asked about. */
export function resume(session: string): readonly string[] {
  return ["codex", "resume", session];
}
