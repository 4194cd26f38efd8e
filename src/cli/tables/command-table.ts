/** Everything that can be said about one command. Parser, help, completions, docs/cli.md and the manual page read it. */
export interface CommandTable extends Syntax {
  /** One line about the command, for lists of commands. */
  summary: string;
  /** Every way to call it, as it is typed. */
  usage: readonly string[];
  /** Paragraphs, separated by blank lines. A paragraph that is indented is kept as it is. */
  about: string;
  /** Subcommands that have options of their own. Subcommands that share all options are words of the first argument. */
  subcommands?: Readonly<Record<string, Subcommand>>;
  /** Paragraphs after the options. */
  notes?: string;
  examples: readonly string[];
}

export interface Subcommand extends Syntax {
  does: string;
}

/** The part of a command's table that its words are parsed by. */
export interface Syntax {
  /** As it is typed after `agtmux`: `target add`. */
  name: string;
  arguments?: readonly Argument[];
  options?: Options;
}

export interface Argument {
  completes?: Completion;
  /** The words that are possible here, and what each means. */
  words?: Readonly<Record<string, string>>;
  /** Whether more such arguments may follow. */
  repeated?: true;
}

export type Options = Readonly<Record<string, Option>>;

/** An option takes a value if it has `value` or `oneOf`. */
export interface Option {
  does: string;
  short?: string;
  /** The name of the value in the help. */
  value?: string;
  /** The only values that are possible; others are refused before the command runs. */
  oneOf?: readonly string[];
  completes?: Completion;
  multiple?: true;
  default?: string;
}

/** Completions at Tab: live words from the daemon, topics of the help, or these words. Without any, files. */
export type Completion = LiveWord | "topic" | readonly string[];

/** An agent is that of an adapter, or generic. */
export type LiveWord = "ref" | "target" | "agent" | "adapter" | "preset";

export function takesValue({ value, oneOf }: Option): boolean {
  return value !== undefined || oneOf !== undefined;
}
