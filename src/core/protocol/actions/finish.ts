import { z } from "zod";
import { ONE_SUBJECT, oneSubject, Report, Subject } from "./actions.ts";

/** How far the work goes: it stays on its branch, comes into the base (with `squash` as one commit), or is offered as a pull request. */
export const FinishHow = z.enum(["commit", "merge", "rebase", "squash", "pull_request"]);
export type FinishHow = z.infer<typeof FinishHow>;

const plain = z.string().regex(/^[^\0]*$/, "no zero byte");

/** Commits what an agent has done, and more. Without `confirm` it only says what that would do. */
export const FinishRequest = z
  .strictObject({
    ...Subject,
    how: FinishHow.default("commit"),
    /** The base; by default the branch's own base, else the remote's main branch, `main` or `master`. */
    onto: plain.min(1).max(200).optional(),
    /** Push the branch, or with `merge`, `rebase` and `squash` the base. */
    push: z.boolean().default(false),
    /** Of the commit, and of the pull request; proposed by the report. */
    message: plain.regex(/\S/, "a message has words").max(20_000).optional(),
    /** `confirm` of the report that a person was shown: it is refused if anything has changed since. */
    confirm: z.string().max(300).optional(),
    /** Take back what was finished last. */
    undo: z.boolean().default(false),
  })
  .refine(oneSubject, ONE_SUBJECT);
export type FinishRequest = z.input<typeof FinishRequest>;

export const FinishStep = z.object({
  name: z.enum(["commit", "squash", "rebase", "merge", "push", "pull_request", "undo"]),
  /** A sentence for people: "2 files on work", or once it is done "main is at 618c0c6". */
  does: z.string(),
  state: z.enum(["planned", "done", "failed"]),
});
export type FinishStep = z.infer<typeof FinishStep>;

export const FinishReport = z.object({
  ...Report,
  action: z.literal("finish"),
  /** The top of the working tree. */
  directory: z.string(),
  branch: z.string(),
  /** Null if none is known. */
  base: z.string().nullable(),
  /** The remote that a push goes to, and the program that opens pull requests; null without. */
  remote: z.string().nullable(),
  tool: z.enum(["gh", "glab"]).nullable(),
  message: z.string(),
  /** Files of the commit, 500 at most: `A` is new, `M` is changed, `D` is removed. Names as git quotes them. */
  files: z.array(z.object({ change: z.string(), name: z.string() })),
  steps: z.array(FinishStep),
  /** Git commands that take it back by hand; none once it was pushed. */
  undo: z.array(z.string()),
  is_done: z.boolean(),
  /** Names what was shown; null once it is done. */
  confirm: z.string().nullable(),
});
export type FinishReport = z.infer<typeof FinishReport>;
