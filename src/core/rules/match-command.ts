import type { CommandPart } from "./read-command.ts";

/** Whether the pattern leaves words open. */
export function isLoose({ open }: CommandPart): boolean {
  return open.length > 0;
}

/**
 * Whether an allowing pattern names all of a part: each word, each assignment, each redirection. An open word stands for
 * an operand that is a plain path, if that is where it may be.
 */
export function allowsPart(
  pattern: CommandPart,
  part: CommandPart,
  isAllowedPlace: (word: string) => boolean,
): boolean {
  if (!isSame(pattern.assigns, part.assigns) || !isSame(pattern.redirects, part.redirects)) return false;
  const { argv, open } = pattern;
  const last = argv.length - 1;
  const isMany = open.includes(last) && argv[last] === "**";
  const fixed = isMany ? last : argv.length;
  if (isMany ? part.argv.length < fixed : part.argv.length !== fixed) return false;
  return part.argv.every((word, index) =>
    index < fixed && !open.includes(index) ? word === argv[index] : isPlainOperand(word) && isAllowedPlace(word),
  );
}

/** Looks like the relative or absolute path of something that is not hidden, and like nothing else; not "./". */
export function isPlainOperand(word: string): boolean {
  if (!/^[A-Za-z0-9_./][A-Za-z0-9_.,/%@+-]*$/.test(word)) return false;
  const names = word.replace(/^\.\/|(?<=[^/])\/$/g, "").split("/");
  return names.every((name, index) => !name.startsWith(".") && (name !== "" || (index === 0 && names.length > 1)));
}

/** For rules that deny or ask: `*` is any word, `**` any number of any words, anywhere. A path to the program counts as its name. */
export function matchesAnyWords(pattern: CommandPart, part: CommandPart): boolean {
  const [program = "", ...words] = part.argv;
  const names = new Set([program, program.slice(program.lastIndexOf("/") + 1)]);
  return [...names].some((name) => fits(pattern, 0, [name, ...words], 0));
}

function fits(pattern: CommandPart, at: number, argv: readonly string[], from: number): boolean {
  const wanted = pattern.argv[at];
  if (wanted === undefined) return from === argv.length;
  const isOpen = pattern.open.includes(at);
  if (isOpen && wanted === "**")
    return fits(pattern, at + 1, argv, from) || (from < argv.length && fits(pattern, at, argv, from + 1));
  if (from >= argv.length) return false;
  return (isOpen || wanted === argv[from]) && fits(pattern, at + 1, argv, from + 1);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
