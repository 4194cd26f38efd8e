import type { Dialog, DialogOption, ReadDialog } from "../../adapter/dialog.ts";
import {
  chosenOf,
  digitOf,
  type FoundOption,
  type FoundOptions,
  numberedOptions,
  textOf,
  wholeLabel,
} from "../../adapter/dialog-options.ts";
import { given } from "../../adapter/payload.ts";
import type { Line } from "../../adapter/screen.ts";
import { isBlank, joined, lowestFrame, paragraphs, rowsOf } from "../../adapter/screen-rows.ts";
import { layout } from "./screen-layout.ts";

const MOVES = { next: "Down", previous: "Up" };
const HINT = /^ *Enter to (?:select|submit)\b|^▼$|^(?:● +| +)Done$/u;
/** The end of the list in which several may be ticked; it has no number. */
const DONE = /^(● )? *Done$/u;
const OWN = "Enter a custom value";
/** The first and the last choice of its dialog when a model has reached its limit. */
const LIMITS = {
  first: /^1\. (?:Keep trying|Switch to \S+|Use AI Credits\b.*|Get AI Credits\b.*)$/,
  stop: /^\d\. Stop(?: - Abort request)?$/,
};

/** Dialogs are in the lowest frame. */
export const readDialog: ReadDialog = ({ lines }) => {
  const rows = rowsOf(lines);
  if (layout(rows)?.draft !== undefined) return null;
  const frame = lowestFrame(rows);
  if (frame === null) return null;
  const found = numberedOptions(frame, "●", ({ text }) => HINT.test(text));
  const hint = joined(paragraphs(frame).at(-1) ?? [])[0]?.text ?? "";
  if (/ · Esc to cancel$/.test(hint) && /^Enter to /.test(hint)) return question(frame, found, hint);
  if (found === null || chosenOf(found.options) === null) return null;
  return limits(frame, found) ?? approval(frame, found);
};

/** Not a plain yes or no: the choices have different costs. */
function limits(frame: readonly Line[], { options, from }: FoundOptions): Dialog | null {
  const shown = options.map((option) => `${option.number}. ${wholeLabel(option)}`);
  if (!LIMITS.first.test(shown[0] ?? "") || !LIMITS.stop.test(shown.at(-1) ?? "")) return null;
  const over = frame.slice(0, from);
  const first = over.findIndex((row) => !isBlank(row));
  return {
    kind: "choice",
    text: over[first]?.text.trim() ?? "",
    ...given({ detail: textOf(over.slice(first + 1)) }),
    options: options.map((option) => ({ label: wholeLabel(option), ...given({ pick: digitOf(option) }) })),
    cursor: chosenOf(options),
    moves: MOVES,
  };
}

function approval(frame: readonly Line[], found: FoundOptions): Dialog | null {
  const options = found.options.map((option): DialogOption => {
    const label = wholeLabel(option).replace(/ \(esc\)$/, "");
    const isNo = /^No\b/.test(label);
    return {
      label,
      ...given({ means: meaningOf(label), pick: digitOf(option) }),
      ...(isNo && { words: { by: "prompt" } as const }),
    };
  });
  if (!options.some(({ means }) => means === "yes") || !options.some(({ means }) => means === "no")) return null;
  const over = frame.slice(0, found.from);
  const asked = over.findLastIndex(({ text }) => /\?$/.test(text));
  return {
    kind: "approval",
    text: (over[asked] ?? over.findLast((row) => !isBlank(row)))?.text.trim() ?? "",
    ...given({ detail: detailOf(over) }),
    options,
    cursor: chosenOf(found.options),
    moves: MOVES,
  };
}

function meaningOf(label: string): DialogOption["means"] {
  if (/^(?:No\b|Don't trust$)/.test(label)) return "no";
  if (/^(?:(?:Yes, a|A)llow once$|Trust folder \(|Yes, manually accept edits\b)/.test(label)) return "yes";
  return /^(?:Allow for|(?:Yes, a|A)lways allow|Yes, allow always|Yes, automatically accept)\b/.test(label)
    ? "always"
    : undefined;
}

/** In a frame of its own. */
function detailOf(over: readonly Line[]): string | undefined {
  const inside = over.filter(({ text }) => /^│ .*│?$/u.test(text));
  return textOf(inside.map(({ row, text }) => ({ row, text: text.replace(/^│ ?| *│$/gu, "") })));
}

function question(frame: readonly Line[], found: FoundOptions | null, hint: string): Dialog | null {
  const tabs = frame.find(({ text }) => /^ *← .*→$/u.test(text));
  const over = frame
    .slice(0, found?.from ?? frame.length)
    .filter((row) => row !== tabs && row.text !== "Answer Questions");
  const blocks = paragraphs(over.filter(({ text }) => text !== "▲"));
  const text = joined(blocks[0] ?? [])[0]?.text.replace(/ \(Select all that apply\)$/, "") ?? "";
  const base = { text, moves: MOVES, ...partOf(tabs?.text ?? "") };
  if (text === "Review your answers:")
    return { ...base, kind: "confirm", options: [], cursor: null, review: ["Enter"] };
  if (found === null)
    return /^Enter to submit\b/.test(hint) && over.some((row) => /^ *>/.test(row.text))
      ? { ...base, kind: "text", options: [], cursor: null, writes: true }
      : null;
  const done = frame.find((row) => DONE.test(row.text));
  const isMultiple = found.options.some(({ tick }) => tick !== null);
  const options = [
    ...found.options.map((option) => optionOf(option, isMultiple)),
    ...(done === undefined ? [] : [{ label: "Done" }]),
  ];
  const cursor =
    chosenOf(found.options) ?? (DONE.exec(done?.text ?? "")?.[1] === undefined ? null : options.length - 1);
  // with the cursor on it, it shows the typed text; the hint that it takes text appears a moment later
  const isOwn = !isMultiple && (/^Enter to submit\b/.test(hint) || options[cursor ?? -1]?.label === OWN);
  return {
    ...base,
    kind: "choice",
    options: isOwn
      ? options.map((option, index) => (index === cursor ? ownWords(option, found.options[index]) : option))
      : options,
    cursor,
    ...(frame.some((row) => row.text === "▼") && { more: true }),
    ...(isMultiple && { ticking: { key: "Enter", onward: { option: /^Done$/ } } }),
    ...(isOwn && { writes: true }),
  };
}

function optionOf(option: FoundOption, isMultiple: boolean): DialogOption {
  const { label, under, tick } = option;
  const shown = { label, ...given({ description: under.join(" ") || undefined, ticked: tick ?? undefined }) };
  if (label === OWN) return isMultiple ? { label } : ownWords({ label }, option);
  return { ...shown, ...given({ pick: digitOf(option) }) };
}

function ownWords({ label }: DialogOption, option: FoundOption | undefined): DialogOption {
  const keys = option === undefined ? undefined : digitOf(option);
  return { label, ...(keys !== undefined && { words: { by: "keys", keys } as const }) };
}

/** `← ✓ Colour │ □ Size │ ≡ Review →` */
function partOf(tabs: string): Pick<Dialog, "part"> {
  const boxes = [...tabs.matchAll(/[□✓](?= )/gu)].map(([box]) => box);
  const open = boxes.indexOf("□");
  return boxes.length < 2 ? {} : { part: { n: open < 0 ? boxes.length : open + 1, of: boxes.length } };
}
