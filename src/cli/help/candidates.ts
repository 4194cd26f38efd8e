import { COMMANDS } from "../tables/command-groups.ts";
import {
  type Argument,
  type Completion,
  type LiveWord,
  type Option,
  type Options,
  type Syntax,
  takesValue,
} from "../tables/command-table.ts";
import { GLOBAL_OPTIONS } from "../tables/shared-options.ts";
import { allOptions, wordsOf } from "./table-parts.ts";

export interface Candidate {
  value: string;
  says: string;
}

/** Candidates that only the daemon knows, fetched on demand. */
export type LiveWords = Record<LiveWord, () => Promise<Candidate[]>>;

/** Completes the last word of this line by the tables of the commands. */
export async function candidates(line: string, live: LiveWords): Promise<Candidate[]> {
  const [, ...words] = shellWords(line.trimStart());
  const current = words.pop() ?? "";
  const offered = await offer(words, current, live);
  return offered.filter(({ value }) => value.startsWith(current));
}

async function offer(words: readonly string[], current: string, live: LiveWords): Promise<Candidate[]> {
  const command = COMMANDS.find(({ name }) => name === argumentsIn(words, GLOBAL_OPTIONS)[0]);
  const known: Options = { ...GLOBAL_OPTIONS, ...(command && allOptions(command)) };
  const before = optionNamed(words.at(-1), known);
  if (before !== undefined && takesValue(before)) return complete(before.oneOf ?? before.completes, live);
  const [, ...rest] = argumentsIn(words, known);
  const subcommand = Object.entries(command?.subcommands ?? {}).find(([name]) => name === rest[0])?.[1];
  if (current.startsWith("-"))
    return optionWords(subcommand ? (subcommand.options ?? {}) : command && allOptions(command));
  if (command === undefined) return commandWords();
  if (rest.length === 0 && wordsOf(command).length > 0)
    return wordsOf(command).map(([value, says]) => ({ value, says }));
  return complete(
    subcommand ? argumentAt(subcommand, rest.length - 1)?.completes : argumentAt(command, rest.length)?.completes,
    live,
  );
}

async function complete(completion: Completion | undefined, live: LiveWords): Promise<Candidate[]> {
  if (completion === undefined) return [];
  if (completion === "topic") return [...commandWords(), { value: "exit-codes", says: "every error code" }];
  return typeof completion === "string" ? live[completion]() : completion.map((value) => ({ value, says: "" }));
}

function commandWords(): Candidate[] {
  return COMMANDS.filter(({ name }) => name !== "overview")
    .map(({ name, summary }) => ({ value: name, says: summary }))
    .sort((a, b) => (a.value < b.value ? -1 : 1));
}

/** Options of a command, or those that need none; the version is not asked of a command. */
function optionWords(options: Options | undefined): Candidate[] {
  const { version, ...everywhere } = GLOBAL_OPTIONS;
  const offered: Options = { ...(options ?? { version }), ...everywhere };
  return Object.entries(offered).map(([name, { does }]) => ({ value: `--${name}`, says: does }));
}

function argumentAt({ arguments: expected = [] }: Syntax, index: number): Argument | undefined {
  const last = expected.at(-1);
  return expected[index] ?? (last?.repeated ? last : undefined);
}

/** Words that are neither options nor values of options. */
function argumentsIn(words: readonly string[], options: Options): string[] {
  return words.filter((word, index) => {
    const before = optionNamed(words[index - 1], options);
    return !word.startsWith("-") && (before === undefined || !takesValue(before));
  });
}

function optionNamed(word: string | undefined, options: Options): Option | undefined {
  const name = word?.startsWith("--") ? word.slice(2) : "";
  return Object.hasOwn(options, name) ? options[name] : undefined;
}

/** Splits a line as a shell does; the last word may be incomplete, with an open quote. */
function shellWords(line: string): string[] {
  const words = [""];
  for (const [piece, inSingle, inDouble, escaped, space] of line.matchAll(PIECE)) {
    if (space !== undefined) words.push("");
    else words.push(`${words.pop() ?? ""}${inSingle ?? inDouble?.replace(/\\(["$`\\])/g, "$1") ?? escaped ?? piece}`);
  }
  return words;
}

const PIECE = /'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.)|(\s+)|[^\s'"\\]+|\\$/g;
