import { GROUPINGS, SCOPES } from "../../core/lists/parse-query.ts";
import { SORTS } from "../../core/lists/sort.ts";
import { STATE_PRECEDENCE } from "../../core/protocol/state-names.ts";

export interface Candidate {
  value: string;
  says: string;
}

/** What only the daemon knows; asked for when it is wanted. */
export interface LiveWords {
  refs(): Promise<Candidate[]>;
  targets(): Promise<Candidate[]>;
  agents(): Promise<Candidate[]>;
}

const VALUES: Record<string, readonly string[]> = {
  "--state": [...STATE_PRECEDENCE, "waiting"],
  "--if-state": STATE_PRECEDENCE,
  "--sort": SORTS,
  "--group-by": GROUPINGS,
  "--scope": SCOPES,
  "--color": ["auto", "always", "never"],
  "--signal": ["INT", "TERM", "KILL"],
  "--kind": ["local", "ssh"],
};

/** Options of every command. */
const EVERYWHERE = ["--target", "--agent", "--format", "--tmux-socket"];

/** What may stand at the end of this line; the help's usage lines say which commands have which words and options. */
export async function candidates(
  line: string,
  topics: Readonly<Record<string, string>>,
  live: LiveWords,
): Promise<Candidate[]> {
  const [, ...words] = shellWords(line.trimStart());
  const current = words.pop() ?? "";
  const takesValue = (option: string) => wantsValue(option, topics, words);
  const [command, ...rest] = words.filter((word, index) => !isOptionOrValue(word, words[index - 1], takesValue));
  const offered = await offer(command, rest, words.at(-1) ?? "", current, topics, live);
  return offered.filter(({ value }) => value.startsWith(current));
}

async function offer(
  command: string | undefined,
  rest: readonly string[],
  before: string,
  current: string,
  topics: Readonly<Record<string, string>>,
  live: LiveWords,
): Promise<Candidate[]> {
  if (command === undefined) {
    const names = Object.keys(topics).filter((name) => name !== "overview");
    return plainWords(
      current.startsWith("-") ? ["--help", "--version", "--color", "--tmux-socket"] : [...names, "help"].sort(),
    );
  }
  const text = topics[command] ?? "";
  const usage = text.slice(0, text.indexOf("\n\n"));
  if (before === "--target") return live.targets();
  if (before === "--agent") return live.agents();
  const values = before === "--format" ? formatsOf(usage) : VALUES[before];
  if (values !== undefined) return plainWords(values);
  if (current.startsWith("-"))
    return plainWords([...new Set(text.match(/--[a-z][a-z-]+/g)), "--help", "--color", "--tmux-socket"]);
  if (command === "help") return plainWords([...Object.keys(topics), "exit-codes"]);
  const subcommands = subcommandsOf(command, usage);
  if (rest.length === 0 && subcommands.length > 0) return plainWords(subcommands);
  if (command === "target" && rest.length === 1) return live.targets();
  return rest.length === 0 && usage.includes("<ref>") ? live.refs() : [];
}

/** `agtmux daemon run|start …` and `agtmux target add <name>` have words of their own. */
function subcommandsOf(command: string, usage: string): string[] {
  const found = usage
    .split("\n")
    .flatMap((line) => new RegExp(`^agtmux ${command} +([a-z_|]+)(?= |$)`).exec(line)?.[1]?.split("|") ?? []);
  return [...new Set(found)];
}

function formatsOf(usage: string): string[] {
  return /--format ([a-z|]+)/.exec(usage)?.[1]?.split("|") ?? [];
}

/** An option and what belongs to it are not the command's words. */
function isOptionOrValue(word: string, before: string | undefined, takesValue: (option: string) => boolean): boolean {
  return word.startsWith("-") || (before !== undefined && takesValue(before));
}

/** In the help an option that takes a value has it beside it: `--text TEXT`, `--format table|jsonl`. */
function wantsValue(option: string, topics: Readonly<Record<string, string>>, words: readonly string[]): boolean {
  if (!/^--[a-z-]+$/.test(option)) return false;
  if (option in VALUES || EVERYWHERE.includes(option)) return true;
  return words.some((word) => new RegExp(`${option} (['A-Z]|[a-z-]+\\|)`).test(topics[word] ?? ""));
}

/** As a shell reads them, the last one perhaps half typed and its quote still open. */
function shellWords(line: string): string[] {
  const words = [""];
  for (const [piece, inSingle, inDouble, escaped, space] of line.matchAll(PIECE)) {
    if (space !== undefined) words.push("");
    else words.push(`${words.pop() ?? ""}${inSingle ?? inDouble?.replace(/\\(["$`\\])/g, "$1") ?? escaped ?? piece}`);
  }
  return words;
}

const PIECE = /'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.)|(\s+)|[^\s'"\\]+|\\$/g;

function plainWords(values: readonly string[]): Candidate[] {
  return values.map((value) => ({ value, says: "" }));
}
