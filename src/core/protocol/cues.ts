import { z } from "zod";

/** Where on a screen a cue looks. An adapter says which rows these are. */
export const CuePlace = z.enum([
  /** Paragraphs of a dialog that has taken the input box's place. */
  "dialog",
  /** The paragraph right over the dialog's choices. */
  "question",
  /** The dialog's choices, without the mark of the chosen one. */
  "options",
  /** What stands under the choices: which keys do what. */
  "hint",
  /** The line that shows work, or how the last turn ended. */
  "status",
  /** Under the input box. */
  "footer",
  /** The newest piece of the conversation. */
  "last",
  /** The newest turn: all since the newest prompt. */
  "turn",
  /** A conversation in which nothing has been asked yet. */
  "start",
  /** Text in the input box. */
  "draft",
  /** The lowest line that is not blank. */
  "bottom",
  "any",
]);
export type CuePlace = z.infer<typeof CuePlace>;

const Version = z.string().regex(/^\d+(\.\d+)*(-[\w.]+)?$/, "a version is numbers with dots, such as 2.1.325");

const Pattern = z.string().superRefine((text, context) => {
  try {
    new RegExp(text, "u");
  } catch (error) {
    const fault = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, "") : String(error);
    context.addIssue({ code: "custom", message: `not a regular expression: ${fault}` });
  }
});

/** A cue in a person's own words. */
export const CueWords = z.strictObject({
  state: z.enum(["running", "waiting_approval", "waiting_input", "completed", "idle", "error"]),
  /** Must be found in one of the lines there; `^` and `$` are the line's ends. */
  pattern: Pattern,
  where: CuePlace.default("last"),
  /** The first and the last version of the agent that shows it. */
  since: Version.optional(),
  until: Version.optional(),
});
export type CueWords = z.infer<typeof CueWords>;

/** By name: one more cue, another in place of an agent's own, or `false` for none. */
export const OwnCues = z.record(
  z.string(),
  z.literal(false, 'either false or { state = "…", pattern = "…" }').or(CueWords),
);
export type OwnCues = z.infer<typeof OwnCues>;
