import type { Dialog, DialogOption, TextEntry } from "../../adapter/dialog.ts";
import { digitOf, type FoundOption, wholeLabel } from "../../adapter/dialog-options.ts";
import { given } from "../../adapter/payload.ts";
import { without } from "../schema/screen-shape.ts";
import type { CompiledDialog } from "./compile-dialog.ts";
import { cursorOf, type DialogParts, hasRule } from "./dialog-parts.ts";

type Choices = Pick<Dialog, "options" | "cursor" | "more" | "ticking" | "writes">;

/** Choices one under the other, with their meanings and keys. */
export function listedChoices(parts: DialogParts, dialog: CompiledDialog): Choices {
  const { rows, found, hint } = parts;
  const listed = found?.options ?? [];
  const end = dialog.says.end !== undefined && rows.some(({ text }) => dialog.end.test(text));
  const cursor = cursorOf(parts, dialog, listed.length + 1);
  const isMultiple =
    dialog.ticking !== null && (listed.some(({ tick }) => tick !== null) || dialog.ticking.hint.test(hint));
  const own = isMultiple ? null : wordsAt(parts, dialog, cursor);
  const taking = wordsAt(parts, dialog, null);
  const options = listed.map((option, index): DialogOption => {
    const isLeft = dialog.says.words?.place === "above-line" && taking !== null && index > taking;
    if (index === own) return ownWords(option, dialog);
    if (isLeft || (isMultiple && index === taking)) return untaken(option, dialog);
    return choiceOf(option, dialog, isMultiple);
  });
  return {
    options: end ? [...options, { label: dialog.says.end?.label ?? "" }] : options,
    cursor: isOpenBelow(listed, own, dialog) ? own : dialog.says.words?.open === "below" ? null : cursor,
    ...(rows.some(({ text }) => dialog.more.test(text)) && { more: true }),
    ...(isMultiple && given({ ticking: tickingOf(dialog, taking !== null && cursor === taking) })),
    ...(!isMultiple && isWriting(listed, own, cursor, hint, dialog) && { writes: true }),
  };
}

/** The choice that takes words; null if none does. */
function wordsAt({ rows, found, hint }: DialogParts, dialog: CompiledDialog, cursor: number | null): number | null {
  const { words, says } = dialog;
  const options = found?.options ?? [];
  if (words === null || found === null || says.words === undefined) return null;
  if (says.words.typed_over && cursor !== null && words.written.test(hint)) return cursor;
  if (!(words.hint?.test(hint) ?? true)) return null;
  const { place } = says.words;
  const last = options.length - 1;
  if (place === "above-line") return hasRule(rows, found.from, found.to) ? last - 1 : last;
  const at = options.findLastIndex(
    (option, index) =>
      (place === undefined || index === last) && words.label.test(labelOf(option, dialog, false).shown),
  );
  return at < 0 ? null : at;
}

/** A text field is open for the choice that takes words. */
function isWriting(
  options: readonly FoundOption[],
  own: number | null,
  cursor: number | null,
  hint: string,
  dialog: CompiledDialog,
): boolean {
  const isAtCursor = own !== null && own === cursor;
  const isWritten = dialog.words?.written.test(hint) ?? false;
  const open = dialog.says.words?.open;
  switch (open) {
    case undefined:
      return false;
    case "cursor":
      return isAtCursor;
    case "hint":
      return isWritten;
    case "cursor-or-hint":
      return isAtCursor || isWritten;
    case "cursor-and-hint":
      return isAtCursor && isWritten;
    case "below":
      return isOpenBelow(options, own, dialog);
    default:
      return open satisfies never;
  }
}

function isOpenBelow(options: readonly FoundOption[], own: number | null, { says }: CompiledDialog): boolean {
  return says.words?.open === "below" && own !== null && (options[own]?.under.length ?? 0) > 0;
}

function tickingOf({ says, ticking }: CompiledDialog, isOnWords: boolean): Dialog["ticking"] {
  if (says.ticking === undefined || ticking === null) return undefined;
  const { key, onward = [], leaves_words = [] } = says.ticking;
  const keys = isOnWords ? [...leaves_words, ...onward] : onward;
  return { key, onward: ticking.onwardChoice === null ? keys : { option: ticking.onwardChoice } };
}

/** A choice that is an answer. */
function choiceOf(option: FoundOption, dialog: CompiledDialog, isMultiple: boolean): DialogOption {
  const { shown, description, ticked } = labelOf(option, dialog, isMultiple);
  const special = dialog.labels.find(({ label }) => label.test(shown));
  const label = special?.as ?? without(shown, dialog.strip);
  const byNumber = digitOf(option) ?? (isMultiple && option.number !== null ? undefined : "cursor");
  const pick = special?.keys ?? (dialog.says.pick === "cursor" ? "cursor" : byNumber);
  return { label, ...given({ description, ticked, means: meaningOf(label, dialog), pick }) };
}

export function meaningOf(label: string, { meanings }: CompiledDialog): DialogOption["means"] {
  return meanings.find(({ pattern }) => pattern.test(label))?.means;
}

/** A choice that is no answer: it leaves the dialog, or wants words where only ticks are given. */
function untaken(option: FoundOption, dialog: CompiledDialog): DialogOption {
  const { shown, ticked, description } = labelOf(option, dialog, true);
  const isPlaced = dialog.says.words?.place === "above-line";
  return { label: shown, ...(isPlaced && given({ ticked, description })) };
}

function ownWords(option: FoundOption, dialog: CompiledDialog): DialogOption {
  const { words } = dialog.says;
  const choice = choiceOf(option, dialog, false);
  const label = words?.as ?? choice.label;
  return { ...(words?.optional ? choice : {}), label, ...given({ words: entryOf(option, words) }) };
}

function entryOf(option: FoundOption, words: CompiledDialog["says"]["words"]): TextEntry | undefined {
  if (words === undefined) return undefined;
  switch (words.by) {
    case "prompt":
      return { by: "prompt" };
    case "cursor":
      return { by: "cursor", after: words.keys ?? [] };
    case "number": {
      const keys = digitOf(option);
      return keys === undefined ? undefined : { by: "keys", keys };
    }
    default:
      return words.by satisfies never;
  }
}

interface Label {
  shown: string;
  description: string | undefined;
  ticked: boolean | undefined;
}

/** The label, and what describes it: in the rows below it, or in a second column. */
function labelOf(option: FoundOption, { says, notDescribed, ticking }: CompiledDialog, isMultiple: boolean): Label {
  const [column = "", ...others] = says.columns ? option.label.split(/ {2,}/) : [option.label];
  const isDescribed = says.columns || says.described;
  const shown = isDescribed ? column : wholeLabel(option);
  const under = isDescribed ? [...others, ...option.under.filter((text) => !notDescribed.test(text))] : [];
  const mark = isMultiple && ticking !== null ? markOf(shown, ticking) : null;
  return {
    shown: mark?.label ?? shown,
    description: under.join(" ").trim() || undefined,
    ticked: mark?.ticked ?? option.tick ?? undefined,
  };
}

/** A mark before the label instead of a box. */
function markOf(shown: string, { ticked, unticked }: NonNullable<CompiledDialog["ticking"]>) {
  if (ticked.test(shown)) return { label: without(shown, ticked), ticked: true };
  return unticked.test(shown) ? { label: without(shown, unticked), ticked: false } : null;
}
