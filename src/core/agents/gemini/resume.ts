/** Its help speaks of "latest" and of numbers; the id is looked for first of all. */
export function resume(session: string): readonly string[] {
  return ["gemini", "--resume", session];
}
