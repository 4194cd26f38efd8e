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
import { isBlank, isRule, joined, paragraphs, rowsOf, withoutBlankEnd } from "../../adapter/screen-rows.ts";
import { layout } from "./screen-layout.ts";

const CURSOR = "❯";
const MOVES = { next: "Down", previous: "Up" };
const HINT = /^\s*(?:Enter to (?:select|confirm)\b|Esc to cancel\b)/;
const TABS = /^(?:← +)?[☐☒☑] \S/u;
const ONCE = /^Yes(?:$|, (?:I trust\b|and (?:switch to default|manually approve edits)\b))/;
const ALWAYS = /\b(?:don't ask again|always allow|accept edits)\b/;

/** Approvals, questions one by one with their review, and the folder's trust. */
export const readDialog: ReadDialog = ({ lines }) => {
  const rows = withoutBlankEnd(rowsOf(lines));
  // if there is an input box on the screen, anything that looks like a dialog is only quoted
  if (layout(rows)?.draft !== undefined) return null;
  const found = numberedOptions(rows, CURSOR, isHint);
  if (found === null || chosenOf(found.options) === null) return trust(rows);
  const hint = joined(rows.slice(found.to + 1).filter((row) => !isBlank(row) && !isRule(row)))[0]?.text ?? "";
  const over = rowsOver(rows, found);
  if (over.some(({ text }) => TABS.test(text.trim())) || /^Enter to select\b/.test(hint))
    return question(over, rows, found);
  return approval(over, found, hint);
};

/** Since the last line drawn across the screen; dotted ones are inside. */
function rowsOver(rows: readonly Line[], { from }: FoundOptions): Line[] {
  const top = rows.slice(0, from).findLastIndex((row) => isRule(row) && !row.text.includes("╌"));
  return rows.slice(top + 1, from);
}

function approval(over: readonly Line[], found: FoundOptions, hint: string): Dialog | null {
  const options = found.options.map((option): DialogOption => {
    const label = wholeLabel(option);
    const isNo = /^No\b/.test(label);
    const canAmend = isNo && (/\bTab to amend\b/.test(hint) || hint === "Esc to cancel");
    return {
      label: isNo ? "No" : label,
      ...given({ means: meaningOf(label), pick: digitOf(option) }),
      ...(canAmend && { words: { by: "cursor", after: ["Tab"] } as const }),
    };
  });
  if (!options.some(({ means }) => means === "no") || !/^Yes\b/.test(options[0]?.label ?? "")) return null;
  const cursor = chosenOf(found.options);
  const isAmended = hint === "Esc to cancel" && options[cursor ?? -1]?.label === "No";
  return {
    kind: "approval",
    text: paragraphs(over).at(-1)?.at(-1)?.text.trim() ?? "",
    ...given({ detail: detailOf(over) }),
    options,
    cursor,
    moves: MOVES,
    ...(isAmended && { writes: true }),
  };
}

function meaningOf(label: string): DialogOption["means"] {
  if (/^No\b/.test(label)) return "no";
  if (ONCE.test(label)) return "yes";
  return ALWAYS.test(label) ? "always" : undefined;
}

/** The text between dotted lines. The beginning of a long one is scrolled out of view. */
function detailOf(over: readonly Line[]): string | undefined {
  const dotted = over.flatMap((row, index) => (isRule(row) && row.text.includes("╌") ? [index] : []));
  const end = dotted.at(-1);
  if (end === undefined) return undefined;
  return textOf(over.slice(dotted.length > 1 ? (dotted.at(-2) ?? 0) + 1 : 0, end));
}

function question(over: readonly Line[], rows: readonly Line[], found: FoundOptions): Dialog | null {
  const [tabs] = over.filter(({ text }) => TABS.test(text.trim()));
  const asked = paragraphs(over.filter((row) => row !== tabs)).at(-1) ?? [];
  const text = joined(asked.map(({ row, text }) => ({ row, text: text.replace(/^│/u, "") })))[0]?.text ?? "";
  if (text === "Ready to submit your answers?") return review(text, found);
  // the last option above the line takes a text; those below it leave the question
  const line = rows.findIndex((row, index) => index > found.from && index <= found.to && isRule(row));
  const isMultiple = found.options.some(({ tick }) => tick !== null);
  const own = found.options.length - (line < 0 ? 1 : 2);
  const options = found.options.map((option, index): DialogOption => {
    const keys = digitOf(option);
    const under = option.under.filter((text) => text !== "Submit").join(" ");
    return {
      label: option.label,
      ...given({ description: under || undefined, ticked: option.tick ?? undefined }),
      ...(index < own && given({ pick: keys })),
      ...(index === own && !isMultiple && keys !== undefined && { words: { by: "keys", keys } as const }),
    };
  });
  const cursor = chosenOf(found.options);
  return {
    kind: "choice",
    text,
    options,
    cursor,
    moves: MOVES,
    ...partOf(tabs?.text ?? ""),
    ...(isMultiple && { ticking: { key: "Enter", onward: ["Right"] } }),
    ...(cursor === own && !isMultiple && { writes: true }),
  };
}

function review(text: string, found: FoundOptions): Dialog | null {
  const options = found.options.map((option) => ({ label: option.label, ...given({ pick: digitOf(option) }) }));
  const first = found.options[0];
  if (first?.label !== "Submit answers") return null;
  return {
    kind: "confirm",
    text,
    options,
    cursor: chosenOf(found.options),
    moves: MOVES,
    review: digitOf(first) ?? ["Enter"],
  };
}

/** `←  ☒ Colour  ☐ Size  ✔ Submit  →` */
function partOf(tabs: string): Pick<Dialog, "part"> {
  const boxes = [...tabs.matchAll(/[☐☒☑](?= )/gu)].map(([box]) => box);
  const open = boxes.indexOf("☐");
  return boxes.length < 2 ? {} : { part: { n: open < 0 ? boxes.length : open + 1, of: boxes.length } };
}

function trust(rows: readonly Line[]): Dialog | null {
  const found = plainOptions(rows, CURSOR);
  const hint = rows.slice((found?.to ?? 0) + 1).find((row) => !isBlank(row));
  if (found === null || !/^\s*Enter to confirm · Esc to (?:cancel|exit)$/.test(hint?.text ?? "")) return null;
  const options = found.options.map(
    ({ label }): DialogOption => ({ label, ...given({ means: meaningOf(label) }), pick: "cursor" }),
  );
  if (!options.some(({ means }) => means === "yes")) return null;
  const over = rowsOver(rows, found);
  const text = joined(paragraphs(over).find((paragraph) => /\?/.test(paragraph[0]?.text ?? "")) ?? [])[0]?.text ?? "";
  return { kind: "approval", text, options, cursor: chosenOf(found.options), moves: MOVES };
}

function isHint({ text }: Line): boolean {
  return HINT.test(text);
}
