/** Found only from the directory where the conversation was begun. */
export function resume(session: string): readonly string[] {
  return ["claude", "--resume", session];
}
