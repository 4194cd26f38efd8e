/** Known from its documentation alone. */
export function resume(session: string): readonly string[] {
  return ["cursor-agent", "--resume", session];
}
