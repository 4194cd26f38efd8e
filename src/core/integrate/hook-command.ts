/** A shell's word: bare, quoted, or a mixture. */
const WORD = String.raw`(?:[^\s'"\\;&|<>()$${"`"}]|\\.|'[^']*'|"[^"]*")+`;
const OURS = new RegExp(String.raw`^(?:exec\s+)?(${WORD})\s+hook\s+([\w.:-]+)\s+([\w.:-]+)$`);

/** What an agent runs at an event. `exec`: the shell that the agent starts for it becomes our command. */
export function hookCommand(home: string, agent: string, event: string): string {
  return `exec ${quote(`${home}/bin/agtmux`)} hook ${agent} ${event}`;
}

/** Is this command ours, of whichever home? One that somebody has added words to is theirs. */
export function isHookCommand(command: string, agent: string): boolean {
  const [, word = "", name] = OURS.exec(command.trim()) ?? [];
  return name === agent && /(^|\/)bin\/agtmux$/.test(unquote(word));
}

function quote(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

function unquote(word: string): string {
  return word.replace(/\\(.)|'([^']*)'|"([^"]*)"/gs, (_, escaped, single, double) => escaped ?? single ?? double ?? "");
}
