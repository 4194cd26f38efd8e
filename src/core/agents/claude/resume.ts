/** Claude finds a conversation only in the directory where it began. */
export function resume(session: string): readonly string[] {
  return ["claude", "--resume", session];
}
