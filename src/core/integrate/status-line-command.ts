import { shellQuote } from "../provision/shell-words.ts";
import { SHELL_WORD } from "./hook-command.ts";

/** An agent's status line command: the user's own with ours before it, or ours alone. */
export interface StatusLineCommand {
  /** How many characters of it are ours, before and after the user's command; null if all of it is. */
  around: { before: number; after: number } | null;
}

const AFTER = "\n)";

/**
 * What stands before the user's command: its input goes through us, and its output, its exit code and its shell stay
 * the same. Without agtmux's file the input is passed on by `cat`. The line break before the closing bracket keeps a
 * comment in the user's command from hiding it, and `:` makes an empty command one that can be run.
 */
export function wrapStatusLine(home: string, agent: string): { before: string; after: string } {
  return { before: `{ ${wrapCommand(home, agent)}; cat; } | ( :\n`, after: AFTER };
}

/** For a user without a status line: it shows nothing. */
export function silentStatusLine(home: string, agent: string): string {
  return `${wrapCommand(home, agent)} >/dev/null`;
}

/** Which part of a command is ours, for any home; null if none is. */
export function readStatusLine(command: string, agent: string): StatusLineCommand | null {
  const ours = String.raw`test ! -x (${SHELL_WORD}) \|\| exec \1 statusline wrap ${agent}`;
  if (new RegExp(`^${ours} >/dev/null$`).test(command)) return { around: null };
  const [before] = new RegExp(String.raw`^\{ ${ours}; cat; \} \| \( :\n`).exec(command) ?? [];
  if (before === undefined || !command.endsWith(AFTER)) return null;
  return { around: { before: before.length, after: AFTER.length } };
}

function wrapCommand(home: string, agent: string): string {
  const program = shellQuote(`${home}/bin/agtmux`);
  return `test ! -x ${program} || exec ${program} statusline wrap ${agent}`;
}
