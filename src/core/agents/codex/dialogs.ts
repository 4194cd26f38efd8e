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
import { isBlank, joined, paragraphs, rowsOf, withoutBlankEnd } from "../../adapter/screen-rows.ts";
import { layout, openElsewhere } from "./screen-layout.ts";

const MOVES = { next: "Down", previous: "Up" };
const HINT =
  /^\s*(?:Press enter to |tab (?:to add|or esc to clear) notes\b|enter (?:to submit|continue|confirm|select)\b|› )/u;
/** Its dialog when the account has reached a limit. */
const LIMITS = /^(?:Approaching rate limits|Usage limit reached|You've reached your workspace credit limit)\b/;
const LIMIT_KEYS = /^(?:Press enter to confirm or esc to go back|enter select · esc back)$/u;
/** The keys of a form: it asks whether a tool of an MCP server may be called, or what that server wants to know. */
const FORM_KEYS = /^enter to submit \| esc to cancel\b/;
const FIELD = /^ *Field (\d+)\/(\d+)\b/;
/** Everything but the dialog begins in the first column. */
const OUTSIDE = /^[^\s›]/u;

export const readDialog: ReadDialog = ({ lines }) => {
  const rows = withoutBlankEnd(rowsOf(lines));
  if (layout(rows)?.draft !== undefined) return null;
  const found = numberedOptions(rows, "›", ({ text }) => HINT.test(text));
  if (found === null || chosenOf(found.options) === null) return elsewhere(rows);
  const over = rows.slice(rows.slice(0, found.from).findLastIndex(({ text }) => OUTSIDE.test(text)) + 1, found.from);
  const hint = joined(rows.slice(found.to + 1).filter((row) => !isBlank(row)))[0]?.text ?? "";
  if (/\benter to submit (?:answer|all)\b/.test(hint)) return question(over, found, hint);
  if (FORM_KEYS.test(hint)) return form(over, found);
  // in the dialogs at start-up a digit only moves the cursor
  if (/^enter confirm · esc /.test(hint)) return byCursor(approval(over, found));
  if (/^Press enter to confirm or esc to cancel\b/.test(hint) || /^enter continue · esc /.test(hint))
    return approval(over, found);
  if (LIMIT_KEYS.test(hint) && LIMITS.test(lastParagraph(over))) return limits(over, found);
  return /^Implement this plan\?$/.test(lastParagraph(over)) ? approval(over, found) : null;
};

/** A title, and the alternatives. */
function limits(over: readonly Line[], found: FoundOptions): Dialog {
  const [title, ...asked] = paragraphs(over).at(-1) ?? [];
  const options = found.options.map((option): DialogOption => {
    const [shown = "", ...rest] = option.label.split(/ {2,}/);
    const label = shown.replace(/ \([yn]\)$/, "");
    return {
      label,
      ...given({ description: descriptionOf(option, rest), means: answerOf(label), pick: digitOf(option) }),
    };
  });
  return {
    kind: options.some(({ means }) => means === "yes") ? "approval" : "choice",
    text: joined(asked)[0]?.text ?? "",
    ...given({ detail: title?.text.trim() }),
    options,
    cursor: chosenOf(found.options),
    moves: MOVES,
  };
}

function answerOf(label: string): DialogOption["means"] {
  return label === "Yes" ? "yes" : /^No\b/.test(label) ? "no" : undefined;
}

/** Its keys are shown below it. */
function elsewhere(rows: readonly Line[]): Dialog | null {
  const { question, dialog, hint } = openElsewhere(rows) ?? {};
  const keys = [...(hint?.[0]?.text ?? "").matchAll(/(?<= |^)([a-z]) ([a-z]+)(?= {2}|$)/g)];
  if (question === undefined || !keys.some(([, key]) => key === "r")) return null;
  return {
    kind: "choice",
    text: question[0]?.text ?? "",
    ...given({ detail: dialog?.[0]?.text.trim() || undefined }),
    options: keys.map(([, key = "", word = ""]) => ({
      label: `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`,
      pick: [key],
    })),
    cursor: null,
    moves: MOVES,
  };
}

function approval(over: readonly Line[], found: FoundOptions): Dialog {
  const asked = over.findIndex(({ text }) => /\?(?:$| )/.test(text));
  const options = found.options.map((option): DialogOption => {
    const label = wholeLabel(option).replace(/ \((?:[a-z]|esc)\)$/, "");
    const isTold = /^No, and tell Codex\b/.test(label);
    return {
      label,
      ...given({ means: meaningOf(label), pick: digitOf(option) }),
      ...(isTold && { words: { by: "prompt" } as const }),
    };
  });
  const from = asked < 0 ? over.findIndex((row) => !isBlank(row)) : asked;
  const said = untilGap(over.slice(from));
  return {
    kind: options.some(({ means }) => means === "yes") ? "approval" : "choice",
    text: joined(said)[0]?.text ?? "",
    ...given({ detail: detailOf(over.slice(from + said.length)) }),
    options,
    cursor: chosenOf(found.options),
    moves: MOVES,
  };
}

function byCursor({ options, ...dialog }: Dialog): Dialog {
  return { ...dialog, options: options.map((option) => ({ ...option, pick: "cursor" as const })) };
}

function meaningOf(label: string): DialogOption["means"] {
  if (/^(?:No\b|Quit$)/.test(label)) return "no";
  if (/^(?:Yes, (?:proceed|implement this plan)$|Trust and continue$)/.test(label)) return "yes";
  return /^Yes, and don't ask again\b/.test(label) ? "always" : undefined;
}

/** The command; if there is none, the whole text. */
function detailOf(rows: readonly Line[]): string | undefined {
  const command = rows.findIndex(({ text }) => /^ {2}\$ /.test(text));
  return textOf(
    command < 0 ? rows : rows.slice(command).map(({ row, text }) => ({ row, text: text.replace(/^ {2}(?:\$ )?/, "") })),
  );
}

function question(over: readonly Line[], found: FoundOptions, hint: string): Dialog {
  const head = over.findIndex(({ text }) => /^ *Question \d+\/\d+\b/.test(text));
  const [, n, of] = /Question (\d+)\/(\d+)/.exec(over[head]?.text ?? "") ?? [];
  const last = found.options.length - 1;
  const options = found.options.map((option, index): DialogOption => {
    const [label = "", ...rest] = option.label.split(/ {2,}/);
    return {
      label,
      ...given({ description: descriptionOf(option, rest), pick: digitOf(option) }),
      ...(index === last && /\bnotes\b/.test(hint) && { words: { by: "cursor", after: ["Tab"] } as const }),
    };
  });
  const asked = joined(over.slice(head + 1).filter((row) => !isBlank(row)))[0]?.text ?? "";
  return {
    kind: "choice",
    text: asked,
    options,
    cursor: chosenOf(found.options),
    moves: MOVES,
    ...(Number(of) > 1 && { part: { n: Number(n), of: Number(of) } }),
    ...(/\bclear notes\b/.test(hint) && { writes: true }),
  };
}

/** One field of a form, with what is asked and the arguments of the call; it takes the choice under the cursor. */
function form(over: readonly Line[], found: FoundOptions): Dialog | null {
  const head = over.findIndex(({ text }) => FIELD.test(text));
  const [, n, of] = FIELD.exec(over[head]?.text ?? "") ?? [];
  const asked = over.slice(head + 1);
  const from = asked.findIndex((row) => !isBlank(row));
  if (n === undefined || from < 0) return null;
  const said = untilGap(asked.slice(from));
  const options = found.options.map((option): DialogOption => {
    const [label = "", ...rest] = option.label.split(/ {2,}/);
    return { label, pick: "cursor", ...given({ description: descriptionOf(option, rest), means: allowanceOf(label) }) };
  });
  return {
    kind: options.some(({ means }) => means === "yes") ? "approval" : "choice",
    text: joined(said)[0]?.text ?? "",
    ...given({ detail: textOf(asked.slice(from + said.length)) }),
    options,
    cursor: chosenOf(found.options),
    moves: MOVES,
    ...(Number(of) > 1 && { part: { n: Number(n), of: Number(of) } }),
  };
}

function allowanceOf(label: string): DialogOption["means"] {
  if (label === "Allow") return "yes";
  if (label === "Cancel") return "no";
  return label === "Always allow" ? "always" : undefined;
}

function descriptionOf({ under }: FoundOption, rest: readonly string[]): string | undefined {
  const text = [...rest, ...under].join(" ").trim();
  return text === "" ? undefined : text;
}

function untilGap(rows: readonly Line[]): Line[] {
  const gap = rows.findIndex(isBlank);
  return rows.slice(0, gap < 0 ? rows.length : gap);
}

function lastParagraph(rows: readonly Line[]): string {
  return joined(paragraphs(rows).at(-1) ?? [])[0]?.text ?? "";
}
