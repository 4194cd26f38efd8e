import { z } from "zod";

/** A regular expression for one line, in the subset that is read in linear time (`phrases` are put in first). */
export const FilePattern = z.string().min(1, "an empty pattern fits every line");

const CursorMark = z.string().min(1).max(4);

/** The patterns of `[screen]`; docs/agent-files.md says what each is for. */
const MARKS = {
  drop: FilePattern.optional(),
  prompt: FilePattern.optional(),
  rule: FilePattern.optional(),
  footer: FilePattern.optional(),
  placeholder: FilePattern.optional(),
  menu: FilePattern.optional(),
  ignored: FilePattern.optional(),
  message: FilePattern.optional(),
  notice: FilePattern.optional(),
  banner: FilePattern.optional(),
  given_prompt: FilePattern.optional(),
  status: FilePattern.optional(),
  detail: FilePattern.optional(),
  result: FilePattern.optional(),
  edge: FilePattern.optional(),
  byline: FilePattern.optional(),
  outside: FilePattern.optional(),
  keys: FilePattern.optional(),
  dialog_head: FilePattern.optional(),
  dialog_foot: FilePattern.optional(),
};
export const SCREEN_PATTERNS = Object.keys(MARKS) as (keyof typeof MARKS)[];

/** How the parts of its screen are found. */
export const FileScreen = z
  .strictObject({
    /** `turns`: prompts and messages have marks. `columns`: everything that begins in the first column is a message. `paragraphs`: nothing has a mark. `bars`: boxes have a bar at the left. */
    kind: z.enum(["turns", "columns", "paragraphs", "bars"]).optional(),
    ...MARKS,
    /** The box is between two lines that are drawn across the screen (dialogs too, if the box has no prompt), */
    between_rules: z.literal(true).optional(),
    /** or under one. */
    under_rule: z.literal(true).optional(),
    /** Rows that may stand below the box. */
    footer_rows: z.int().min(0).max(20).optional(),
    /** While the menu is open, the text in the box is no draft. */
    menu_hides_draft: z.literal(true).optional(),
    /** The row right over the box is no part of the conversation. */
    label_row: z.literal(true).optional(),
    /** The status is the rows right over the box, and no part of the conversation. */
    status_at_box: z.literal(true).optional(),
    /** The status is the text in the upper line of the box. */
    status_in_rule: z.literal(true).optional(),
    /** A conversation begins at each banner, whatever the program says after it. */
    banner_begins: z.literal(true).optional(),
    /** So many free rows over the box prove that nothing has scrolled away. */
    free_rows: z.int().min(1).max(20).optional(),
    /** Messages come after a gap; a further line in the first column belongs to the one before. */
    after_gap: z.literal(true).optional(),
    /** The row that is `outside` may be broken by the edge of the screen. */
    outside_wraps: z.literal(true).optional(),
    /** The mark before the choice under the cursor; several if its dialogs differ. */
    cursor: z.union([CursorMark, z.array(CursorMark).min(1)]).optional(),
    /** Every dialog shows the cursor. */
    always_cursor: z.literal(true).optional(),
    /** Dialogs are in a frame, */
    framed: z.literal(true).optional(),
    /** or between two lines, of which the lower is the last row. */
    ruled: z.literal(true).optional(),
    /** The bar at the left of boxes. */
    bar: z.string().length(1).optional(),
  })
  .superRefine((screen, context) => {
    const isBars = screen.kind === "bars";
    const [key, needs] = isBars
      ? [screen.bar === undefined || screen.edge === undefined, "bar and edge"]
      : [screen.prompt === undefined && !screen.between_rules, "prompt, or between_rules if its box has no mark"];
    if (key) context.addIssue({ code: "custom", path: [], message: `[screen] wants ${needs}` });
    if (screen.outside_wraps && screen.outside === undefined)
      context.addIssue({ code: "custom", path: ["outside_wraps"], message: "there is no outside that it continues" });
  });
export type FileScreen = z.infer<typeof FileScreen>;
