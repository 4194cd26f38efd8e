import type { Dialog, DialogOption, ReadDialog } from "../../adapter/dialog.ts";
import {
  chosenOf,
  digitOf,
  type FoundOptions,
  numberedOptions,
  plainOptions,
  textOf,
  wholeLabel,
} from "../../adapter/dialog-options.ts";
import { given } from "../../adapter/payload.ts";
import type { Line } from "../../adapter/screen.ts";
import {
  isBlank,
  isRule,
  joined,
  lowestFrame,
  paragraphs,
  rowsOf,
  withoutBlankEnd,
} from "../../adapter/screen-rows.ts";

const CURSOR = "❯";
const MOVES = { next: "Down", previous: "Up" };
const HINT = /^ *↑\/↓ to navigate · enter to select\b/u;
const QUESTION_HINT = /^ *(?:↑\/↓ select · )?(?:space toggle · )?enter accept · .*ctrl\+d decline\b/u;
const OWN = /^(?:[•✓] )?Other \(type your answer(?: below)?\)$/u;

const FRAMED_HINT = /^(?:↑\/↓ to select · enter to confirm|enter to submit)\b.* · esc to cancel$/u;

/** Approvals are in a frame; questions are between two lines or in a frame. */
export const readDialog: ReadDialog = ({ lines }) => {
  // the scroll bar
  const rows = withoutBlankEnd(rowsOf(lines.map((line) => line.replace(/ *┃ *$/u, ""))));
  const frame = lowestFrame(rows);
  return frame === null ? question(rows) : (framedQuestion(frame) ?? approval(frame));
};

function approval(frame: readonly Line[]): Dialog | null {
  const found = numberedOptions(frame, CURSOR, ({ text }) => HINT.test(text));
  const hint = frame.findLast((row) => !isBlank(row))?.text ?? "";
  if (found === null || chosenOf(found.options) === null || !HINT.test(hint)) return null;
  const options = found.options.map((option): DialogOption => approvalOption(wholeLabel(option), digitOf(option)));
  const over = frame.slice(0, found.from);
  const cursor = chosenOf(found.options);
  const hasYes = options.some(({ means }) => means === "yes");
  return {
    kind: hasYes ? "approval" : "choice",
    ...(hasYes ? askedOf(over) : titled(over)),
    options,
    cursor,
    moves: MOVES,
    ...(options[cursor ?? -1]?.words !== undefined && { writes: true }),
  };
}

function askedOf(over: readonly Line[]): Pick<Dialog, "text" | "detail"> {
  return { text: joined(paragraphs(over).at(-1) ?? [])[0]?.text ?? "", ...given({ detail: detailOf(over) }) };
}

/** Without a question, the title says what the dialog is about; the text below it may change every minute. */
function titled(over: readonly Line[]): Pick<Dialog, "text" | "detail"> {
  const [text = "", ...body] = paragraphs(over).map((paragraph) => joined(paragraph)[0]?.text ?? "");
  return { text, ...given({ detail: body.join("\n") || undefined }) };
}

/** Choosing No by its number opens a text field that must be filled; Escape says No without a text. */
function approvalOption(shown: string, keys: readonly string[] | undefined): DialogOption {
  const isTold = / \(Esc to stop\)$/.test(shown);
  // typed text replaces the label
  const label = isTold ? "No, and tell Copilot what to do differently" : shown.replace(/ \(Esc\)$/, "");
  if (isTold || /^No\b/.test(label))
    return {
      label,
      means: "no",
      pick: ["Escape"],
      ...(isTold && keys !== undefined && { words: { by: "keys", keys } as const }),
    };
  const isAlways = /^Yes(?:, and (?:don't ask again|remember)\b| \(always\)$)/.test(label);
  const means = label === "Yes" ? "yes" : isAlways ? "always" : undefined;
  return { label, ...given({ means, pick: label === shown ? keys : ["Escape"] } as const) };
}

function detailOf(over: readonly Line[]): string | undefined {
  const inside = over.filter(({ text }) => /^│ /u.test(text));
  if (inside.length > 0) return textOf(inside.map(({ row, text }) => ({ row, text: text.replace(/^│ ?| *│$/gu, "") })));
  const body = paragraphs(over.slice(over.findIndex(isRule) + 1)).slice(0, -1);
  return textOf(body.flatMap((paragraph, index) => (index === 0 ? paragraph : [{ row: 0, text: "" }, ...paragraph])));
}

/** A question in a frame of its own, with numbers before its choices. */
function framedQuestion(frame: readonly Line[]): Dialog | null {
  const hint = joined(paragraphs(frame).at(-1) ?? [])[0]?.text ?? "";
  const top = frame.findIndex(isRule);
  if (joined(frame.slice(0, Math.max(0, top)))[0]?.text !== "Question" || !FRAMED_HINT.test(hint)) return null;
  const found = numberedOptions(frame, CURSOR, ({ text }) => /^ *(?:↑\/↓|enter) to /u.test(text));
  const said = paragraphs(frame.slice(top + 1, found?.from ?? frame.length));
  const base = { text: joined(said[0] ?? [])[0]?.text ?? "", moves: MOVES };
  if (found === null) return { ...base, kind: "text", options: [], cursor: null, writes: true };
  const cursor = chosenOf(found.options);
  // with the cursor on it, typed text replaces the label
  const isWriting = /\bctrl\+g\b/.test(hint);
  const options = found.options.map((option, index): DialogOption => {
    const label = wholeLabel(option);
    const keys = digitOf(option);
    if (!OWN.test(label) && !(isWriting && index === cursor)) return { label, ...given({ pick: keys }) };
    return { label: "Other", ...(keys !== undefined && { words: { by: "keys", keys } as const }) };
  });
  return { ...base, kind: "choice", options, cursor, ...(isWriting && { writes: true }) };
}

function question(rows: readonly Line[]): Dialog | null {
  const head = rows.findLastIndex(({ text }) => /^ Copilot needs information\.$/.test(text));
  const hint = rows.findLastIndex(({ text }, index) => index > head && QUESTION_HINT.test(text));
  if (head < 0 || hint < 0 || !isRule(rows[head - 1] ?? { row: 0, text: "" })) return null;
  const inside = rows.slice(head + 1, hint);
  const tabs = inside.find(({ text }) => /^ .*\[\S[^\]]*\]/.test(text) && !/^ *❯/u.test(text));
  const found = plainOptions(inside, CURSOR);
  const said = paragraphs(inside.slice(0, found?.from ?? inside.length).filter((row) => row !== tabs));
  const base = { text: textIn(said, tabs !== undefined), moves: MOVES, ...partOf(tabs?.text ?? "") };
  if (found === null) return { ...base, kind: "text", options: [], cursor: null, writes: true };
  return choice(base, found, /\bspace toggle\b/.test(rows[hint]?.text ?? ""));
}

type Base = Pick<Dialog, "text" | "moves" | "part">;

function choice(base: Base, found: FoundOptions, isMultiple: boolean): Dialog {
  const cursor = chosenOf(found.options);
  const options = found.options.map(({ label: shown }): DialogOption => {
    const label = isMultiple ? shown.replace(/^[•✓] /u, "") : shown;
    if (OWN.test(shown)) return isMultiple ? { label } : { label: "Other", words: { by: "cursor", after: [] } };
    return { label, pick: "cursor", ...(isMultiple && { ticked: shown.startsWith("✓") }) };
  });
  return {
    ...base,
    kind: "choice",
    options,
    cursor,
    ...(isMultiple && { ticking: { key: "Space", onward: ["Enter"] } }),
    ...(cursor !== null && options[cursor]?.words !== undefined && { writes: true }),
  };
}

/** The question; in a form with several fields, the current one. */
function textIn(blocks: readonly Line[][], hasTabs: boolean): string {
  const words = blocks
    .map((block) => joined(block)[0]?.text.replace(/^❯\s*|:$/gu, "") ?? "")
    .filter((text) => text !== "");
  return (hasTabs ? words : words.slice(0, 1)).join(": ");
}

/** `[Choice]  Size   Name` */
function partOf(tabs: string): Pick<Dialog, "part"> {
  const names = tabs.trim().split(/ {2,}/);
  const n = names.findIndex((name) => name.startsWith("[")) + 1;
  return names.length < 2 || n === 0 ? {} : { part: { n, of: names.length } };
}
