import { shellQuote } from "../provision/shell-words.ts";

/** `hook` reports an event. `decide` waits for the answer to what the agent asks. */
export type HookVerb = "hook" | "decide";

/** A shell word: bare, quoted, or a mixture. */
export const SHELL_WORD = String.raw`(?:[^\s'"\\;&|<>()$${"`"}]|\\.|'[^']*'|"[^"]*")+`;
/** Earlier versions wrote no `test`, and the first no `exec`. */
const OURS = new RegExp(
  String.raw`^(?:test\s+!\s+-x\s+(${SHELL_WORD})\s+\|\|\s+)?(?:exec\s+)?(${SHELL_WORD})\s+(hook|decide)\s+([\w.:-]+)\s+([\w.:-]+)$`,
);

/**
 * The command that an agent runs at an event. `exec` replaces the shell that the agent starts for it; without agtmux's
 * file it succeeds and says nothing. Every shell that people log in with takes it, fish and tcsh too.
 */
export function hookCommand(home: string, agent: string, event: string, verb: HookVerb = "hook"): string {
  const program = shellQuote(`${home}/bin/agtmux`);
  return `test ! -x ${program} || exec ${program} ${verb} ${agent} ${event}`;
}

/** Whether this command is ours, for any home. A command that was edited by the user is not. */
export function isHookCommand(command: string, agent: string): boolean {
  const [, tested, word = "", , name] = OURS.exec(command.trim()) ?? [];
  return name === agent && (tested ?? word) === word && /(^|\/)bin\/agtmux$/.test(unquote(word));
}

/** Whether a command of ours reports an event or asks for a decision. */
export function verbOf(command: string): HookVerb {
  return OURS.exec(command.trim())?.[3] === "decide" ? "decide" : "hook";
}

function unquote(word: string): string {
  return word.replace(/\\(.)|'([^']*)'|"([^"]*)"/gs, (_, escaped, single, double) => escaped ?? single ?? double ?? "");
}
