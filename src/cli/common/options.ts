import { parseArgs } from "node:util";
import { Fault } from "../../core/protocol/base/fault.ts";
import { type Option, type Options, type Syntax, takesValue } from "../tables/command-table.ts";

type Value<Each extends Option> = Each extends { oneOf: readonly (infer Word)[] }
  ? Word
  : Each extends { value: string }
    ? string
    : boolean;
type Given<Each extends Option> = Each extends { multiple: true } ? Value<Each>[] : Value<Each>;

/** The parsed values of a table's options. An option with a default always has one. */
export type Values<Table extends Options> = {
  -readonly [Name in keyof Table as Table[Name] extends { default: string } ? never : Name]?: Given<Table[Name]>;
} & {
  -readonly [Name in keyof Table as Table[Name] extends { default: string } ? Name : never]: Given<Table[Name]>;
};

type OptionsOf<Table extends Syntax> = Table extends { options: infer Declared extends Options }
  ? Declared
  : Record<never, Option>;

/** Parses words by a command's table. Error messages name the offending word, and which help to read. */
export function readOptions<Table extends Syntax>(
  { name, arguments: expected, options = {} }: Table,
  args: readonly string[],
): { positionals: string[]; values: Values<OptionsOf<Table>> } {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: expected !== undefined,
      options: Object.fromEntries(Object.entries(options).map(([option, each]) => [option, parserOption(each)])),
    });
    for (const [option, { oneOf }] of Object.entries(options)) if (oneOf) checkWord(option, values[option], oneOf);
    return { positionals, values: values as Values<OptionsOf<Table>> };
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    const message = cause instanceof Error ? (cause.message.split(". ")[0] ?? cause.message) : String(cause);
    throw new Fault("E_USAGE", `${message}; 'agtmux help ${name.split(" ")[0]}' shows what there is`, {}, cause);
  }
}

function parserOption(option: Option) {
  const { short, multiple, default: usual } = option;
  return {
    type: takesValue(option) ? ("string" as const) : ("boolean" as const),
    ...(short !== undefined && { short }),
    ...(multiple && { multiple }),
    ...(usual !== undefined && { default: usual }),
  };
}

function checkWord(option: string, word: unknown, oneOf: readonly string[]): void {
  if (word === undefined || oneOf.includes(word as string)) return;
  throw new Fault("E_USAGE", `--${option} wants one of ${oneOf.join(", ")}, not "${word}"`);
}
