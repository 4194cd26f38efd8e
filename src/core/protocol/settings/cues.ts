import { z } from "zod";
import { linearPattern } from "../../pattern/linear-pattern.ts";

/** The part of a screen in which a cue is searched. An adapter determines its rows. */
export const CuePlace = z.enum([
  /** Paragraphs of a dialog that replaces the input box. */
  "dialog",
  /** The paragraph directly above the dialog's choices. */
  "question",
  /** The dialog's choices, without the selection mark. */
  "options",
  /** The text under the choices, which explains the keys. */
  "hint",
  /** The line that shows work in progress, or how the last turn ended. */
  "status",
  /** Below the input box. */
  "footer",
  /** The newest message of the conversation. */
  "last",
  /** Everything since the newest prompt. */
  "turn",
  /** A conversation without a prompt yet. */
  "start",
  /** Text in the input box. */
  "draft",
  /** The last line that is not blank. */
  "bottom",
  "any",
]);
export type CuePlace = z.infer<typeof CuePlace>;

export const Version = z.string().regex(/^\d+(\.\d+)*(-[\w.]+)?$/, "a version is numbers with dots, such as 2.1.325");

const Pattern = z.string().superRefine((text, context) => {
  const result = linearPattern(text);
  if (!result.ok) context.addIssue({ code: "custom", message: result.fault });
});

/** A user-defined cue. */
export const CueWords = z.strictObject({
  state: z.enum(["running", "waiting_approval", "waiting_input", "completed", "idle", "error"]),
  /** Must match in one of the lines there; `^` and `$` are the ends of the line. */
  pattern: Pattern,
  where: CuePlace.default("last"),
  /** The first and last version of the agent that shows it. */
  since: Version.optional(),
  until: Version.optional(),
});
export type CueWords = z.infer<typeof CueWords>;

/** By name: an additional cue, a replacement of an agent's own, or `false` to disable it. */
export const OwnCues = z.record(
  z.string(),
  z.literal(false, 'either false or { state = "…", pattern = "…" }').or(CueWords),
);
export type OwnCues = z.infer<typeof OwnCues>;
