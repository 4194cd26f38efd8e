import { z } from "zod";
import { CuePlace, Version } from "../protocol/settings/cues.ts";
import { checkAgentFile } from "./check-agent-file.ts";
import { FileDialog, FileKey as Key } from "./schema/dialog-schema.ts";
import { FileScreen, FilePattern as Pattern } from "./schema/screen-schema.ts";

/** A file that says what an agent looks like: `NAME.toml`. All tables and keys are described in docs/agent-files.md. */

export const AGENT_FILE_SCHEMA = 1;

export const FileCondition = z.strictObject({
  where: CuePlace,
  pattern: Pattern,
  /** The same line must not match this. */
  unless: Pattern.optional(),
});
export type FileCondition = z.infer<typeof FileCondition>;

/** A condition, or the name of one in `[conditions]`. */
const ConditionOrName = z.union(
  [z.string(), FileCondition],
  'a name of [conditions], or { where = "…", pattern = "…" }',
);

const State = z.enum(["running", "waiting_approval", "waiting_input", "completed", "idle", "error"]);

export const FileCue = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, "a name has small letters, digits and -"),
  /** Instead of `where` and `pattern`: the name of a condition. */
  shows: z.string().optional(),
  where: CuePlace.optional(),
  pattern: Pattern.optional(),
  unless: Pattern.optional(),
  with: z.array(ConditionOrName).optional(),
  without: z.array(ConditionOrName).optional(),
  /** Its meaning, as exactly one of the two: a phase alone says that the agent rests or asks, not how or what. */
  state: State.optional(),
  phase: z.enum(["ask", "rest"]).optional(),
  /** Of `idle`: a conversation without a prompt yet. */
  fresh: z.literal(true).optional(),
  activity: z.enum(["retrying", "compacting"]).optional(),
  limit: z.enum(["reached", "offer"]).optional(),
  under_silent_title: z.literal(true).optional(),
  since: Version.optional(),
  until: Version.optional(),
});
export type FileCue = z.infer<typeof FileCue>;

const FileTitle = z.strictObject({
  name: z.string().min(1),
  pattern: Pattern,
  phase: z.enum(["busy", "ask", "rest"]),
  /** This title does not see every dialog. */
  blind: z.literal(true).optional(),
});

const Habit = z.strictObject({
  text: Pattern,
  /** Only of a long text. */
  only_long: z.literal(true).optional(),
  note: z.string().min(1),
});

const Tidy = z.strictObject({
  text: Pattern.optional(),
  only_long: z.literal(true).optional(),
  box: Pattern.optional(),
  line: Pattern.optional(),
  keys: z.array(Key).min(1),
});

const FileTyping = z.strictObject({
  pastes: Pattern.optional(),
  swallowed_end: Pattern.optional(),
  longest_paste: z.int().positive().optional(),
  hint: Pattern.optional(),
  shell_mode: Pattern.optional(),
  paste_placeholder: Pattern.optional(),
  /** A text is long if it has so many lines, or more than so many characters. */
  long_text: z.strictObject({ lines: z.int().min(2), more_than: z.int().min(1) }).optional(),
  tidies: z.array(Tidy).optional(),
  changes: z.array(Habit).optional(),
  spoils: z.array(Habit).optional(),
});
export type FileTyping = z.infer<typeof FileTyping>;

export const FileProcess = z.strictObject({
  binary: Pattern,
  script: Pattern.optional(),
  /** Programs that run its script, besides node and bun, without their versions: python, bash. */
  interpreters: z.array(z.string().regex(/^[a-z]+$/, "the name of a program, without its version")).optional(),
  helpers: z.array(z.string()).optional(),
  chores: z.array(z.string()).optional(),
  helper_options: z.array(z.string()).optional(),
  /** Its prompts are options: a first word that is none is a command, and no conversation. */
  prompts_by_option: z.literal(true).optional(),
  /** The same, but these first words begin one. */
  conversations: z.array(z.string()).optional(),
});

/** A word of a command; `{name}` in it is replaced. */
const Word = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^[^\0]*$/, "no zero byte");

/** How `agtmux spawn` starts it. */
const FileLaunch = z.strictObject({
  program: z.string().regex(/^[\w.+-]{1,100}$/, "the name of a program in PATH, without a folder"),
  args: z.array(Word).max(50).optional(),
  /** The models that it runs, by their names, and the arguments that choose one. */
  models: Pattern.optional(),
  model: z.array(Word).min(1).max(10).optional(),
  prompt: z.array(Word).min(1).max(10).optional(),
  /** The file in a workspace that it reads by itself, for the instructions how to signal. */
  instructions: z
    .string()
    .regex(/^(?!.*\.\.)[\w.-]+(\/[\w.-]+){0,3}$/, "the path of a file within the workspace")
    .optional(),
});
export type FileLaunch = z.infer<typeof FileLaunch>;

export const AgentFile = z
  .strictObject({
    schema: z.literal(AGENT_FILE_SCHEMA, `this agtmux reads files with schema = ${AGENT_FILE_SCHEMA}`),
    name: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,30}$/, "a name has small letters, digits and -, and begins with a letter"),
    label: z.string().min(1).max(60),
    /** The newest version whose screens have been seen; absent if all that is known is what its documentation says. */
    newest: Version.optional(),
    process: FileProcess,
    screen: FileScreen.optional(),
    titles: z.array(FileTitle).max(20).optional(),
    /** Parts of patterns that are used several times, as `{{name}}`. */
    phrases: z.record(z.string().regex(/^[a-z][a-z_]*$/), z.string()).optional(),
    conditions: z.record(z.string(), FileCondition).optional(),
    cues: z.array(FileCue).max(100).optional(),
    dialogs: z.array(FileDialog).max(20).optional(),
    typing: FileTyping.optional(),
    interrupt: z.strictObject({ key: Key, times: z.int().min(1).max(3), running: Pattern }).optional(),
    /** The key by which it leaves. */
    exit: z.strictObject({ key: Key, times: z.int().min(1).max(3) }).optional(),
    launch: FileLaunch.optional(),
    /** The command that resumes a conversation; `{session}` is its id. */
    resume: z.array(z.string()).min(1).optional(),
    /** Options that hold for a resumed conversation too, and whether a value follows. */
    repeats: z.record(z.string(), z.enum(["alone", "value"])).optional(),
  })
  .superRefine(checkAgentFile);
export type AgentFile = z.infer<typeof AgentFile>;
