/** Found only from the project where the conversation was begun. */
export function resume(session: string): readonly string[] {
  return ["opencode", "--session", session];
}
