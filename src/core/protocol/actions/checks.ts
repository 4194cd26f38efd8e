import { z } from "zod";
import { Millis } from "../base/time.ts";
import { ONE_SUBJECT, oneSubject, Report, Subject } from "./actions.ts";

/** A command of the user's that says whether the work in a directory is good, and what it said last. */
export const CheckItem = z.object({
  name: z.string(),
  command: z.string(),
  /** `lost`: it did not tell how it ended. */
  state: z.enum(["never", "running", "passed", "failed", "lost"]),
  /** Its exit code; null unless it has ended. */
  code: z.number().int().nullable(),
  began_at: Millis.nullable(),
  ended_at: Millis.nullable(),
  /** Its last lines, or why there is no result; 20 at most. */
  lines: z.array(z.string()),
  /** Names the files that it saw when it began, as git does; null if git cannot tell. */
  tree: z.string().nullable().default(null),
  /** Whether files have changed since; null if that is not known. */
  is_stale: z.boolean().nullable().default(null),
});
export type CheckItem = z.infer<typeof CheckItem>;

/** Without a name it only tells; with one it runs that check. */
export const CheckRequest = z
  .strictObject({
    ...Subject,
    name: z.string().min(1).max(40).optional(),
    /** Answer only when it has ended. */
    wait: z.boolean().default(false),
  })
  .refine(oneSubject, ONE_SUBJECT);
export type CheckRequest = z.input<typeof CheckRequest>;

export const CheckReport = z.object({
  ...Report,
  action: z.literal("check"),
  directory: z.string(),
  checks: z.array(CheckItem),
});
export type CheckReport = z.infer<typeof CheckReport>;
