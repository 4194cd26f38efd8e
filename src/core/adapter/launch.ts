/** How an agent is started: its arguments, and how it is told to signal. */
export interface Launch {
  /** The name of its program in PATH. */
  program: string;
  /** Arguments that it always gets. */
  args?: readonly string[];
  /** The arguments that choose a model by its name; null if this agent does not run that model. */
  model?(name: string): readonly string[] | null;
  /** The arguments that start the conversation with this prompt; absent if its CLI takes none. They come last. */
  prompt?(text: string): readonly string[];
  /** The arguments that pass these variables to its tools, if the tools may not inherit its environment. */
  variables?(variables: Readonly<Record<string, string>>): readonly string[];
  /** The agent's settings files that the functions below need: `~/…` in the user's home, `./…` in the workspace. */
  settings?: readonly string[];
  /**
   * Instruction files that it reads by itself, in the workspace and above it: it reads those of the first list of which one
   * exists. Observed in what the model receives.
   */
  reads(settings: OwnSettings): readonly (readonly string[])[];
  instructions: InstructionsByWords | InstructionsByFile | NoInstructions;
}

/** The texts of an agent's settings files, by the requested path. */
export type OwnSettings = ReadonlyMap<string, string>;

export interface InstructionsByWords {
  by: "words";
  /** Null if the user's own arguments leave no room for ours. */
  words(given: GivenInstructions): readonly string[] | null;
}

export interface GivenInstructions {
  text: string;
  /** A file with that text. */
  file: string;
  settings: OwnSettings;
  /** The user's own arguments for the agent. */
  args: readonly string[];
}

export interface InstructionsByFile {
  by: "file";
  /** The agent's own folder in a workspace. If the file exists there, it is used before any at the root. */
  own?: string;
  /** Files that may hold the block: the first that exists is used; if none does, the first is created. */
  names(settings: OwnSettings): readonly string[];
}

/** It is not known how it could be told to signal. */
export interface NoInstructions {
  by: "none";
}

/** Whether an option is among these arguments, alone or with its value. */
export function hasOption(args: readonly string[], name: string): boolean {
  return args.some((arg) => arg === name || arg.startsWith(`${name}=`));
}

/** A single word might be a command of the agent; followed by a blank it is a prompt. */
export function promptWord(text: string): string {
  return /\s/.test(text) ? text : `${text} `;
}
