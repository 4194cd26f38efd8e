/** OpenCode finds a conversation only in the project where it began. */
export function resume(session: string): readonly string[] {
  return ["opencode", "--session", session];
}
