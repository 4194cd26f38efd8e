import { globalOptions } from "../../../src/cli/common/global-options.ts";
import { readOptions } from "../../../src/cli/common/options.ts";
import { COMMANDS } from "../../../src/cli/tables/command-groups.ts";
import type { CommandTable, Syntax } from "../../../src/cli/tables/command-table.ts";

/** The words of each call of agtmux in a text of shell, also inside `$(…)`, pipes and lists. */
export function agtmuxCalls(text: string): string[][] {
  return simpleCommands(text)
    .map((words) => words.slice(words.findIndex((word) => !/^\w+=|^(exec|then|else|do|if)$/.test(word))))
    .filter(([program]) => program !== undefined && /(^|\/)agtmux$/.test(program))
    .map(([, ...words]) => words);
}

/** The fault of this call by the command's table; null if it is valid. */
export function faultOf(call: readonly string[]): string | null {
  try {
    const { words } = globalOptions(call);
    const [name = "overview", ...rest] = words;
    if (/^(--help|-h|--version|-V)$/.test(name)) return null;
    const table: CommandTable | undefined = COMMANDS.find((each) => each.name === name);
    if (table === undefined) return `there is no command ${name}`;
    const syntax = table.subcommands?.[rest[0] ?? ""];
    if (syntax !== undefined) return faultIn(syntax, rest.slice(1));
    return faultIn(table, rest);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function faultIn(syntax: Syntax, rest: readonly string[]): string | null {
  const { positionals } = readOptions(syntax, withValueOfWait(rest));
  const [first] = syntax.arguments ?? [];
  const [word] = positionals;
  if (first?.words === undefined || word === undefined || Object.hasOwn(first.words, word)) return null;
  return `${syntax.name} takes ${Object.keys(first.words).join(", ")}, not ${word}`;
}

/** `--wait` may stand without its value. */
function withValueOfWait(words: readonly string[]): string[] {
  return words.map((word, index) =>
    word === "--wait" && /^(-|$)/.test(words[index + 1] ?? "") ? "--wait=accepted" : word,
  );
}

/** Splits a text of shell into its simple commands, without redirections, comments and quotes. */
function simpleCommands(text: string): string[][] {
  const inner = [...text.matchAll(/\$\(([^()]*)\)/g)].flatMap(([, command]) => simpleCommands(command as string));
  const commands: string[][] = [[]];
  for (const [token] of text.replaceAll("\\\n", " ").matchAll(TOKEN)) {
    if (/^(#|[<>]|\d?[<>])/.test(token)) continue;
    if (/^[|&;\n(){}]/.test(token)) commands.push([]);
    else if (/\S/.test(token)) commands.at(-1)?.push(unquote(token));
  }
  return [...commands.filter((words) => words.length > 0), ...inner];
}

/** A comment, a redirection, an operator, or a word with its quotes. */
const TOKEN =
  /(?<=^|\s)#[^\n]*|\d?[<>]{1,2}&?\s*\S*|[|&;\n(){}]+|(?:'[^']*'|"(?:\$\([^()]*\)|\\.|[^"\\])*"|\$\([^()]*\)|\\.|[^\s'"|&;<>(){}\\])+|\s/g;

function unquote(word: string): string {
  return word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_, single, double, plain) => single ?? double ?? plain);
}
