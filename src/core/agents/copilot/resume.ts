/** The option's value is optional, so it must be joined to the option. */
export function resume(session: string): readonly string[] {
  return ["copilot", `--resume=${session}`];
}
