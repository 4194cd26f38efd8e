import { z } from "zod";
import { Millis } from "../base/time.ts";
import { Source } from "../events/event.ts";

/** Where a fact comes from: an agent's event or file, tmux, or the files of git. */
const Origin = {
  source: z.enum([...Source.options, "tmux", "git"]),
  /** The event, such as `claude.PreToolUse`, or the file. */
  from: z.string(),
  /** When it was so; null where only the present is known. */
  at: Millis.nullable(),
};

export const ToldText = z.object({ text: z.string(), ...Origin });
export type ToldText = z.infer<typeof ToldText>;

export const ToldTool = z.object({ name: z.string(), argument: z.string().nullable(), ...Origin });
export type ToldTool = z.infer<typeof ToldTool>;

export const ToldDirectory = z.object({ path: z.string(), ...Origin });
export type ToldDirectory = z.infer<typeof ToldDirectory>;

/** The checked-out branch, or a commit alone. */
export const ToldBranch = z.object({ name: z.string().nullable(), commit: z.string().nullable(), ...Origin });
export type ToldBranch = z.infer<typeof ToldBranch>;

/** Uncommitted changes in its repository: files and lines of tracked files, and names that git does not track. */
export const ToldChanges = z.object({
  files: z.number().int().nonnegative(),
  added: z.number().int().nonnegative(),
  removed: z.number().int().nonnegative(),
  untracked: z.number().int().nonnegative(),
  ...Origin,
});
export type ToldChanges = z.infer<typeof ToldChanges>;

/** Its own commands that still run although its turn is over. */
export const ToldBackground = z.object({
  /** Null if some run, and nobody has told how many. */
  shells: z.number().int().positive().nullable(),
  ...Origin,
});
export type ToldBackground = z.infer<typeof ToldBackground>;

/** An agent's current work, according to the agent and its files; never read from the screen. Unknown or outdated facts are null. */
export const Doing = z.object({
  /** The first line of the last prompt. */
  task: ToldText.nullable(),
  /** The tool that runs now. */
  tool: ToldTool.nullable(),
  /** The last words that the agent said. */
  words: ToldText.nullable(),
  directory: ToldDirectory.nullable(),
  branch: ToldBranch.nullable(),
  changes: ToldChanges.nullable().default(null),
  /** Absent if none is known to run. */
  background: ToldBackground.exactOptional(),
});
export type Doing = z.infer<typeof Doing>;
