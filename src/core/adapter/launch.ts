/** How an agent is started for somebody: its words, and how it learns to signal. */
export interface Launch {
  /** As it is found in PATH. */
  program: string;
  /** The words that choose a model which somebody asked for by name; null where it is none that this agent runs. */
  model?(name: string): readonly string[] | null;
  /** The words that open the conversation with this text; absent where its CLI takes none. They come last. */
  prompt?(text: string): readonly string[];
  /** Words by which its tools get these variables, where they might not get them from its own environment. */
  variables?(variables: Readonly<Record<string, string>>): readonly string[];
  /** Settings of its own that matter to what follows: `~/…` in the user's home, `./…` in the workspace. */
  settings?: readonly string[];
  /**
   * Files, in the workspace and above it, that it takes for instructions by itself: those of the first list of which any is
   * there. As seen at the model.
   */
  reads(settings: OwnSettings): readonly (readonly string[])[];
  instructions: InstructionsByWords | InstructionsByFile;
}

/** The texts of an agent's own settings, by the path under which they were asked for. */
export type OwnSettings = ReadonlyMap<string, string>;

export interface InstructionsByWords {
  by: "words";
  /** Null where the user's own words leave no room for ours. */
  words(given: GivenInstructions): readonly string[] | null;
}

export interface GivenInstructions {
  text: string;
  /** A file with that text. */
  file: string;
  settings: OwnSettings;
  /** The user's own words for the agent. */
  args: readonly string[];
}

export interface InstructionsByFile {
  by: "file";
  /** The agent's own place in a workspace. Where that file is there, it is taken before any at the root. */
  own?: string;
  /** Where the block may stand. The first of them that is there is taken, else the first one is made. */
  names(settings: OwnSettings): readonly string[];
}

/** Is an option among these words, by itself or with its value? */
export function hasOption(args: readonly string[], name: string): boolean {
  return args.some((arg) => arg === name || arg.startsWith(`${name}=`));
}

/** One word alone might be a command of the agent's: with a blank behind it, it is a prompt. */
export function promptWord(text: string): string {
  return /\s/.test(text) ? text : `${text} `;
}
