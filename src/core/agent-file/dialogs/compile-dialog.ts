import type { DialogOption } from "../../adapter/dialog.ts";
import type { Pattern } from "../../pattern/pattern.ts";
import type { FileDialog } from "../schema/dialog-schema.ts";

/** An entry of `[[dialogs]]`, compiled. A pattern that it does not have fits nothing, unless it may be null. */
export interface CompiledDialog {
  /** The entry itself, for what is no pattern. */
  says: FileDialog;
  hint: Pattern | null;
  head: Pattern | null;
  asks: Pattern | null;
  first: Pattern | null;
  last: Pattern | null;
  notText: Pattern;
  textStrip: Pattern;
  command: Pattern;
  strip: Pattern;
  notDescribed: Pattern;
  more: Pattern;
  end: Pattern;
  field: Pattern;
  meanings: readonly { means: NonNullable<DialogOption["means"]>; pattern: Pattern }[];
  labels: readonly { label: Pattern; as: string | undefined; keys: readonly string[] | undefined }[];
  words: { label: Pattern; hint: Pattern | null; written: Pattern } | null;
  ticking: { onwardChoice: Pattern | null; hint: Pattern; ticked: Pattern; unticked: Pattern } | null;
  part: Pattern;
  review: { asks: Pattern | null; first: Pattern | null } | null;
  /** It is a dialog only if it lists choices. */
  needsChoices: boolean;
}

const NEVER: Pattern = { test: () => false, exec: () => null };

export function compileDialog(says: FileDialog, read: (source: string) => Pattern): CompiledDialog {
  const orNull = (source: string | undefined) => (source === undefined ? null : read(source));
  const orNever = (source: string | undefined) => (source === undefined ? NEVER : read(source));
  const { words, ticking, review } = says;
  return {
    says,
    hint: orNull(says.hint),
    head: orNull(says.head),
    asks: orNull(says.asks),
    first: orNull(says.first),
    last: orNull(says.last),
    notText: orNever(says.not_text),
    textStrip: orNever(says.text_strip),
    command: orNever(says.command),
    strip: orNever(says.strip),
    notDescribed: orNever(says.not_described),
    more: orNever(says.more),
    end: orNever(says.end?.row),
    field: orNever(says.field),
    meanings: (["no", "yes", "always"] as const).flatMap((means) => {
      const source = says[means];
      return source === undefined ? [] : [{ means, pattern: read(source) }];
    }),
    labels: (says.labels ?? []).map(({ label, as, keys }) => ({ label: read(label), as, keys })),
    words:
      (words && {
        label: orNever(words.label),
        hint: orNull(words.hint),
        written: orNever(words.written),
      }) ||
      null,
    ticking:
      (ticking && {
        onwardChoice: orNull(ticking.onward_choice),
        hint: orNever(ticking.hint),
        ticked: orNever(ticking.ticked),
        unticked: orNever(ticking.unticked),
      }) ||
      null,
    part: orNever(says.part?.row),
    review: (review && { asks: orNull(review.asks), first: orNull(review.first) }) || null,
    needsChoices:
      (says.list === undefined || says.list === "numbered" || says.list === "plain") &&
      says.field === undefined &&
      says.review?.asks === undefined,
  };
}
