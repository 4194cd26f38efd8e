/** The words of a command whose first word may be left out, also before options. */
export function withDefaultAction(args: readonly string[], action: string): [string, ...string[]] {
  const [first, ...rest] = args;
  return first === undefined || first.startsWith("-") ? [action, ...args] : [first, ...rest];
}
