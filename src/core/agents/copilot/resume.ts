/** The value may be left out, so it is no word of its own. */
export function resume(session: string): readonly string[] {
  return ["copilot", `--resume=${session}`];
}
