import type { Dialog, DialogOption, DialogScreen, ReadDialog } from "../../adapter/dialog.ts";
import { given } from "../../adapter/payload.ts";
import type { ReadScreen } from "../../adapter/screen-reader.ts";
import type { Pattern } from "../../pattern/pattern.ts";
import type { FileDialog } from "../schema/dialog-schema.ts";
import type { ScreenShape } from "../schema/screen-shape.ts";
import { buttonDialog } from "./button-dialog.ts";
import { type CompiledDialog, compileDialog } from "./compile-dialog.ts";
import { listedChoices } from "./dialog-choices.ts";
import { partIn } from "./dialog-part.ts";
import { type DialogArea, type DialogParts, dialogArea, partsOf } from "./dialog-parts.ts";
import { textIn } from "./dialog-text.ts";

const MOVES = { next: "Down", previous: "Up" };

/** Reads the dialog on a screen by the first entry of `[[dialogs]]` that fits. */
export function dialogsByFile(
  dialogs: readonly FileDialog[],
  shape: ScreenShape,
  readScreen: ReadScreen,
  read: (source: string) => Pattern,
): ReadDialog {
  const compiled = dialogs.map((dialog) => compileDialog(dialog, read));
  const byCue = compiled.some(({ says }) => says.cues !== undefined);
  return (screen) => {
    const seen = byCue ? askedBy(readScreen, screen) : null;
    const known = compiled.filter(({ says }) => says.cues === undefined || says.cues.includes(seen?.cue ?? ""));
    if (known.length === 0) return null;
    const area = dialogArea(screen, shape);
    for (const dialog of known) {
      const found = dialogBy(dialog, area, shape, seen);
      if (found !== null) return found;
    }
    return null;
  };
}

/** The question on the screen, by its cues. */
interface Seen {
  cue: string;
  isApproval: boolean;
  message: string;
}

function askedBy(readScreen: ReadScreen, { lines }: DialogScreen): Seen | null {
  const seen = readScreen({ lines });
  if (seen.type !== "read" || seen.reading.evidence.kind !== "level" || seen.reading.evidence.phase !== "ask")
    return null;
  const { evidence, message } = seen.reading;
  return { cue: seen.cue.name, isApproval: evidence.state === "waiting_approval", message };
}

function dialogBy(dialog: CompiledDialog, area: DialogArea, shape: ScreenShape, seen: Seen | null): Dialog | null {
  const { says } = dialog;
  if (says.choices !== undefined && seen !== null) return keyedChoices(says.choices, seen);
  const parts = partsOf(area, shape, dialog);
  if (parts === null) return null;
  if (says.list === "buttons") return buttonDialog(parts, dialog, shape.says.bar ?? "");
  return listedDialog(parts, dialog, shape, seen);
}

function listedDialog(
  parts: DialogParts,
  dialog: CompiledDialog,
  shape: ScreenShape,
  seen: Seen | null,
): Dialog | null {
  const { says, asks, review, field } = dialog;
  const said = textIn(parts, dialog);
  const base = {
    ...(seen !== null && says.text === undefined ? { ...said, text: seen.message } : said),
    moves: MOVES,
    ...partIn(parts, dialog, shape.says.bar ?? ""),
  };
  if (!(asks?.test(base.text) ?? true)) return null;
  if (review?.asks?.test(base.text))
    return {
      ...base,
      kind: "confirm",
      options: [],
      cursor: null,
      review: says.review?.keys ?? ["Enter"],
      ...given({ reviewsDenial: says.review?.denies }),
    };
  if (says.list === "keys") return { ...base, kind: "choice", options: keysIn(parts.hint), cursor: null };
  if (parts.found === null)
    return parts.over.some(({ text }) => field.test(text))
      ? { ...base, kind: "text", options: [], cursor: null, writes: true }
      : null;
  const choices = listedChoices(parts, dialog);
  if (!hasWhatItNeeds(choices.options, dialog)) return null;
  if (review !== null && review.asks === null)
    return { ...base, ...choices, kind: "confirm", review: keysOf(choices.options[0]) };
  const isApproval = (seen?.isApproval ?? true) && choices.options.some(({ means }) => means === "yes");
  return { ...base, ...choices, kind: isApproval ? "approval" : "choice" };
}

function hasWhatItNeeds(options: readonly DialogOption[], { says, first, last }: CompiledDialog): boolean {
  return (
    (first?.test(options[0]?.label ?? "") ?? true) &&
    (last?.test(options.at(-1)?.label ?? "") ?? true) &&
    (says.needs ?? []).every((needed) => options.some(({ means }) => means === needed))
  );
}

function keysOf(option: DialogOption | undefined): readonly string[] {
  return typeof option?.pick === "object" ? option.pick : ["Enter"];
}

/** `r retry   f fork` */
function keysIn(hint: string): DialogOption[] {
  return hint.split(/ {2,}/).flatMap((words) => {
    const [, key, word] = /^([a-z]) ([a-z]+)$/.exec(words) ?? [];
    if (key === undefined || word === undefined) return [];
    return [{ label: `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`, pick: [key] }];
  });
}

/** Choices that the screen does not list one under the other. */
function keyedChoices(choices: NonNullable<FileDialog["choices"]>, { isApproval, message }: Seen): Dialog {
  const options = choices.map(({ keys, label, means }) => ({ label, pick: keys, ...given({ means }) }));
  const kind = isApproval && options.some(({ means }) => means === "yes") ? "approval" : "choice";
  return { kind, text: message, options, cursor: null, moves: MOVES };
}
