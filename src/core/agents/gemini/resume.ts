/** Its help mentions only "latest" and numbers, but it tries the id first. */
export function resume(session: string): readonly string[] {
  return ["gemini", "--resume", session];
}
