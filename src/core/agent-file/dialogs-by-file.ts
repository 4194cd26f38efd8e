import type { Dialog, DialogOption, ReadDialog } from "../adapter/dialog.ts";
import {
  chosenOf,
  digitOf,
  type FoundOptions,
  numberedOptions,
  plainOptions,
  textOf,
  wholeLabel,
} from "../adapter/dialog-options.ts";
import { given } from "../adapter/payload.ts";
import type { ReadScreen } from "../adapter/screen-reader.ts";
import { joined, paragraphs, rowsOf } from "../adapter/screen-rows.ts";
import type { Pattern } from "../pattern/pattern.ts";
import type { FileDialog } from "./agent-file.ts";
import { dialogRows, type ScreenShape } from "./layout-by-file.ts";

const MOVES = { next: "Down", previous: "Up" };

interface Meanings {
  means: NonNullable<DialogOption["means"]>;
  pattern: Pattern;
}

/** Reads the dialog that a cue shows, as `[[dialogs]]` says. */
export function dialogsByFile(
  dialogs: readonly FileDialog[],
  shape: ScreenShape,
  readScreen: ReadScreen,
  read: (source: string) => Pattern,
): ReadDialog {
  const compiled = dialogs.map((dialog) => ({ dialog, meanings: meaningsOf(dialog, read) }));
  return ({ lines }) => {
    const seen = readScreen({ lines });
    if (seen.type !== "read" || seen.reading.evidence.kind !== "level" || seen.reading.evidence.phase !== "ask")
      return null;
    const known = compiled.find(({ dialog }) => dialog.cues.includes(seen.cue.name));
    if (known === undefined) return null;
    const isApproval = seen.reading.evidence.state === "waiting_approval";
    const found = known.dialog.choices === undefined ? listed(lines, shape, known.dialog, known.meanings) : null;
    const options = known.dialog.choices?.map(({ keys, label, means }) => ({ label, pick: keys, ...given({ means }) }));
    const parts = found ?? (options === undefined ? null : { options, cursor: null });
    if (parts === null) return null;
    return {
      kind: isApproval && parts.options.some(({ means }) => means === "yes") ? "approval" : "choice",
      text: seen.reading.message,
      moves: MOVES,
      ...parts,
    };
  };
}

/** Choices one under the other, with numbers or a mark at one of them. */
function listed(
  lines: readonly string[],
  shape: ScreenShape,
  { pick }: FileDialog,
  meanings: readonly Meanings[],
): Pick<Dialog, "options" | "cursor" | "detail"> | null {
  const rows = dialogRows(rowsOf(lines), shape);
  if (rows === null || shape.cursor === null) return null;
  const found: FoundOptions | null =
    numberedOptions(rows, shape.cursor, () => false) ?? plainOptions(rows, shape.cursor);
  if (found === null || chosenOf(found.options) === null) return null;
  const options = found.options.map((option): DialogOption => {
    const label = wholeLabel(option);
    const means = meanings.find(({ pattern }) => pattern.test(label))?.means;
    return { label, ...given({ means }), pick: (pick === "cursor" ? undefined : digitOf(option)) ?? "cursor" };
  });
  // in a frame, everything over the question belongs to the dialog
  const over = shape.isFramed ? paragraphs(rows.slice(0, found.from)).slice(0, -1) : [];
  return { options, cursor: chosenOf(found.options), ...given({ detail: textOf(over.flatMap(joined)) }) };
}

function meaningsOf(dialog: FileDialog, read: (source: string) => Pattern): Meanings[] {
  return (["no", "always", "yes"] as const).flatMap((means) => {
    const source = dialog[means];
    return source === undefined ? [] : [{ means, pattern: read(source) }];
  });
}
