import { z } from "zod";
import { Millis } from "../base/time.ts";
import { ONE_SUBJECT, oneSubject, Report, Subject } from "./actions.ts";
import { CheckItem } from "./checks.ts";

/** The last commit, where the branch left its base, or the start of the agent's last turn. */
export const DiffSince = z.enum(["commit", "base", "turn"]);
export type DiffSince = z.infer<typeof DiffSince>;

/** Enough for all lines of a file that can be shown. */
export const MOST_CONTEXT = 1_000_000;
const LONGEST_NAME = 4_096;

/** The changes where the agent works. */
export const DiffRequest = z
  .strictObject({
    ...Subject,
    since: DiffSince.default("commit"),
    /** Unchanged lines that are shown around changes. */
    context: z.number().int().min(0).max(MOST_CONTEXT).default(3),
    /** Also the pictures among the changed files, as they were and as they are. */
    pictures: z.boolean().default(false),
    /** Only this file, by its name below the top of the working tree; of a renamed one both names. All files if empty. */
    only: z.array(z.string().min(1).max(LONGEST_NAME)).max(2).default([]),
  })
  .refine(oneSubject, ONE_SUBJECT);
export type DiffRequest = z.input<typeof DiffRequest>;

export const DiffReport = z.object({
  ...Report,
  action: z.literal("diff"),
  directory: z.string(),
  /** Changed files that git knows, and the lines that were added and removed in them. */
  files: z.number().int(),
  added: z.number().int(),
  removed: z.number().int(),
  /** Files that git does not know, 200 at most. Those of up to 256 KiB are in the diff, as additions. */
  untracked: z.array(z.string()),
  since: DiffSince,
  diff: z.string(),
  /** Whether the end of the diff is missing. */
  is_cut: z.boolean(),
  /** If asked for, 6 at most: in base64, null for one that is not there or has more than 512 KiB. */
  pictures: z.array(
    z.object({ name: z.string(), type: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** The user's checks for this directory, with what they said last. */
  checks: z.array(CheckItem).default([]),
});
export type DiffReport = z.infer<typeof DiffReport>;

/** Makes files and index as they were when the agent's last turn began. Without `confirm` it only says what that would do. */
export const UndoRequest = z
  .strictObject({
    ...Subject,
    /** `confirm` of the report that a person was shown: it is refused if a file has changed since. */
    confirm: z.string().max(100).optional(),
    /** Also take back commits of the turn. They stay in git's reflog. */
    move_head: z.boolean().default(false),
  })
  .refine(oneSubject, ONE_SUBJECT);
export type UndoRequest = z.input<typeof UndoRequest>;

export const UndoReport = z.object({
  ...Report,
  action: z.literal("undo"),
  directory: z.string(),
  /** When the turn began. */
  began_at: Millis,
  /** Per file, 500 at most: `A` comes back, `M` is changed back, `D` is removed. Names as git quotes them. */
  files: z.array(z.object({ change: z.string(), name: z.string() })),
  /** Commits of the turn, newest first: abbreviated hash and subject. */
  commits: z.array(z.string()),
  /** Other agents that work there and did something since the turn began: what they have changed is undone as well. */
  others: z.array(z.string()),
  head_moved: z.boolean(),
  is_done: z.boolean(),
  /** Names what was shown; null once it is done. */
  confirm: z.string().nullable(),
});
export type UndoReport = z.infer<typeof UndoReport>;
