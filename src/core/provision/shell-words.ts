/**
 * Quotes a word so that sh, bash, zsh, fish, csh and similar shells read it back exactly, also at a prompt. In single
 * quotes fish interprets a backslash and csh an exclamation mark, so these are put outside, as a quote itself is. Only
 * csh does not take a line break, and text typed at a prompt must not contain one.
 */
export function shellQuote(word: string): string {
  return isPlainWord(word) ? word : quoted(word);
}

/** A command line, each word quoted so that it can be typed in any shell. */
export function shellLine(argv: readonly string[]): string {
  return argv.map(shellQuote).join(" ");
}

/** The same as `shellQuote`, but always in quotes. */
export function quoted(word: string): string {
  return `'${word.replaceAll(/['\\!]/g, "'\\$&'")}'`;
}

/** Whether the word contains nothing special to any shell. */
function isPlainWord(word: string): boolean {
  return /^[A-Za-z0-9_/.-][A-Za-z0-9_/.:,@%+=-]*$/.test(word) && !/^[A-Za-z_][A-Za-z0-9_]*=/.test(word);
}

/** Lines of a script that assign variables. */
export function shellAssignments(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${quoted(value)}\n`)
    .join("");
}
