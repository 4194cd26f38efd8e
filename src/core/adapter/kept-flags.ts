/** Flags that an agent can be given again when its conversation goes on, and whether a value follows. */
export type Repeats = Readonly<Record<string, "alone" | "value">>;

/** Longer or stranger values are no names of models, modes or profiles. */
const PLAIN_VALUE = /^[\w.:/@-]{1,100}$/;

/** Those of a program's flags that may be repeated, in their order; all others are left out, so no secret is kept. */
export function keptFlags(argv: readonly string[], repeats: Repeats): string[] {
  const kept: string[] = [];
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    const equals = word.indexOf("=");
    const name = equals < 0 ? word : word.slice(0, equals);
    const kind = Object.hasOwn(repeats, name) ? repeats[name] : undefined;
    if (kind === undefined) continue;
    if (equals >= 0) {
      if (kind === "value" && PLAIN_VALUE.test(word.slice(equals + 1))) kept.push(word);
    } else if (kind === "alone") kept.push(word);
    else {
      at += 1;
      const value = argv[at] ?? "";
      if (PLAIN_VALUE.test(value) && !value.startsWith("-")) kept.push(word, value);
    }
  }
  return kept;
}
