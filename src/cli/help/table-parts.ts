import type { CommandTable, Option, Options } from "../tables/command-table.ts";

/** A word of the command line, and what it does. */
export type Definition = readonly [term: string, does: string];

export type Paragraph = { kind: "text"; text: string } | { kind: "code"; lines: readonly string[] };

/** Subcommands, or the words that are possible as the first argument. */
export function wordsOf({ subcommands, arguments: [first] = [] }: CommandTable): Definition[] {
  if (subcommands === undefined) return Object.entries(first?.words ?? {});
  return Object.entries(subcommands).map(([word, { does }]) => [word, does]);
}

/** Options of the command and of all its subcommands. */
export function allOptions({ options, subcommands = {} }: CommandTable): Options {
  return Object.assign({}, options, ...Object.values(subcommands).map((each) => each.options));
}

export function optionDefinitions(options: Options): Definition[] {
  return Object.entries(options).map(([name, option]) => [
    `${option.short === undefined ? "" : `-${option.short}, `}--${name}${valueWord(option)}`,
    [
      option.does,
      ...(option.default === undefined ? [] : [`The default is ${option.default}.`]),
      ...(option.multiple === undefined || option.does.includes("Repeat") ? [] : ["May be repeated."]),
    ].join(" "),
  ]);
}

function valueWord({ value, oneOf }: Option): string {
  const shown = value ?? oneOf?.join("|");
  return shown === undefined ? "" : ` ${shown}`;
}

/** Paragraphs of a text: lines are joined, but an indented paragraph is code. */
export function paragraphsOf(text: string): Paragraph[] {
  return text.split("\n\n").map((part) => {
    const lines = part.split("\n");
    return lines.every((line) => line.startsWith("  "))
      ? { kind: "code", lines: lines.map((line) => line.slice(2)) }
      : { kind: "text", text: lines.join(" ") };
  });
}
