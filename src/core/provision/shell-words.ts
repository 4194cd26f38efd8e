/** A word that sh reads back exactly. */
export function shellQuote(word: string): string {
  return /^[A-Za-z0-9_/.:,@%+=-]+$/.test(word) && !/^[A-Za-z_][A-Za-z0-9_]*=/.test(word)
    ? word
    : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Lines of a script that give names their values. */
export function shellAssignments(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'\n`)
    .join("");
}
