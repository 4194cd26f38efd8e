import { z } from "zod";
import { FilePattern } from "./screen-schema.ts";

export const FileKey = z
  .string()
  .regex(/^([A-Za-z0-9-]{1,20}|[!%&()*+,./:<=>?@[\]^_`|])$/, "a key as tmux calls it: Enter, C-c, M-x, y, /");

const Pattern = FilePattern.optional();
const Yes = z.literal(true).optional();

/** A choice that takes an answer in words. */
const FileWords = z.strictObject({
  /** Which choice it is: by its label, or by its place. */
  label: Pattern,
  place: z.enum(["last", "above-line"]).optional(),
  /** `number`: its digit opens a text field. `cursor`: the cursor on it does, with `keys`. `prompt`: the words go as the next prompt. */
  by: z.enum(["number", "cursor", "prompt"]),
  keys: z.array(FileKey).optional(),
  /** Only while the hint says this. */
  hint: Pattern,
  /** Its label for people. */
  as: z.string().min(1).optional(),
  /** The field is open: when the cursor is on it, when the hint says so (`written`), or when there are rows below it. */
  open: z.enum(["cursor", "hint", "cursor-or-hint", "cursor-and-hint", "below"]).optional(),
  written: Pattern,
  /** Typed words replace its label. */
  typed_over: Yes,
  /** It is an answer without words, too. */
  optional: Yes,
});
export type FileWords = z.infer<typeof FileWords>;

/** Several choices may be ticked. */
const FileTicking = z.strictObject({
  key: FileKey,
  /** The keys or the choice that go on to the next question. */
  onward: z.array(FileKey).optional(),
  onward_choice: Pattern,
  /** Keys that come first while the cursor is on the choice that takes words, where `onward` would submit these. */
  leaves_words: z.array(FileKey).optional(),
  /** If choices have no boxes: the hint that shows a list for ticking, and the marks before labels. */
  hint: Pattern,
  ticked: Pattern,
  unticked: Pattern,
});

/** One of several questions: which, and how many there are. */
const FilePart = z.strictObject({
  /** `boxes`: a row of boxes. `brackets`: a row of names, this one in brackets. `colour`: this one in another colour. `mark`: this one after the mark `open`. `numbers`: `2/3`. */
  by: z.enum(["boxes", "brackets", "colour", "mark", "numbers"]),
  row: FilePattern,
  /** The marks of boxes, and the mark of the current name. */
  open: z.string().min(1).optional(),
  done: z.string().min(1).optional(),
});
export type FilePart = z.infer<typeof FilePart>;

export const TEXT_PLACES = [
  "first",
  "first-line",
  "last",
  "last-line",
  "all",
  "question",
  "question-line",
  "form",
] as const;

export const FileDialog = z.strictObject({
  /** The cues that show this dialog, or what its parts must match. */
  cues: z.array(z.string()).min(1).optional(),
  hint: Pattern,
  head: Pattern,
  asks: Pattern,
  first: Pattern,
  last: Pattern,
  needs: z.array(z.enum(["yes", "no"])).optional(),
  /** It reaches from its head, under a drawn line, to its hint, whatever is below: a text field may be open there. */
  from_head: Yes,

  /** The question, and what it is about. */
  text: z.enum(TEXT_PLACES).optional(),
  not_text: Pattern,
  text_strip: Pattern,
  detail: z.enum(["rest", "paragraphs", "over", "before", "frame", "dotted", "title"]).optional(),
  command: Pattern,

  /** How its choices are listed, whether the cursor may be out of view, and whether it is another background. */
  list: z.enum(["numbered", "plain", "buttons", "keys", "none"]).optional(),
  cursor_hidden: Yes,
  cursor_coloured: Yes,
  described: Yes,
  columns: Yes,
  strip: Pattern,
  not_described: Pattern,
  more: Pattern,
  /** A choice without a number at the end of the list. */
  end: z.strictObject({ row: FilePattern, label: z.string().min(1) }).optional(),
  buttons: z.array(z.string().min(1)).min(2).optional(),

  /** The meaning of choices, by their labels. */
  yes: Pattern,
  always: Pattern,
  no: Pattern,
  /** `number`: by its digit. `cursor`: move there and press Enter. */
  pick: z.enum(["number", "cursor"]).optional(),
  /** Choices that are shown to people with another label, or picked by other keys. */
  labels: z
    .array(
      z.strictObject({
        label: FilePattern,
        as: z.string().min(1).optional(),
        keys: z.array(FileKey).min(1).optional(),
      }),
    )
    .optional(),
  words: FileWords.optional(),
  ticking: FileTicking.optional(),
  part: FilePart.optional(),
  /** The last step, which only submits: its text or first choice, the keys, and whether it follows a denial. */
  review: z
    .strictObject({ asks: Pattern, first: Pattern, keys: z.array(FileKey).min(1).optional(), denies: Yes })
    .optional(),
  /** Without choices it takes a text, if there is such a row. */
  field: Pattern,

  /** Choices that the screen does not list one under the other, with their keys. */
  choices: z
    .array(
      z.strictObject({
        label: z.string().min(1),
        means: z.enum(["yes", "no", "always"]).optional(),
        keys: z.array(FileKey).min(1),
      }),
    )
    .min(2)
    .optional(),
});
export type FileDialog = z.infer<typeof FileDialog>;

/** The paths of all patterns in a dialog. */
export function dialogPatterns(dialog: FileDialog): { path: (string | number)[]; source: string }[] {
  const { cues: _, text: __, ...rest } = dialog;
  return found(rest, []);
}

const PATTERNS = new Set([
  ...["hint", "head", "asks", "first", "last", "not_text", "text_strip", "command", "strip", "not_described", "more"],
  ...["yes", "always", "no", "field", "row", "written", "onward_choice", "ticked", "unticked"],
]);

function found(table: object, path: (string | number)[]): { path: (string | number)[]; source: string }[] {
  return Object.entries(table).flatMap(([key, value]) => {
    const here = [...path, Array.isArray(table) ? Number(key) : key];
    if (typeof value === "object" && value !== null) return found(value, here);
    const isLabel = key === "label" && (path[0] === "words" || path[0] === "labels");
    return typeof value === "string" && (PATTERNS.has(key) || isLabel) ? [{ path: here, source: value }] : [];
  });
}
