import type { Dialog, DialogOption, ReadDialog } from "../dialog.ts";
import {
  chosenOf,
  digitOf,
  type FoundOption,
  type FoundOptions,
  numberedOptions,
  textOf,
  wholeLabel,
} from "../dialog-options.ts";
import { given } from "../payload.ts";
import type { Line } from "../screen.ts";
import { isBlank, joined, paragraphs, rowsOf, withoutBlankEnd } from "../screen-rows.ts";
import { layout } from "./screen-layout.ts";

const MOVES = { next: "Down", previous: "Up" };
const HINT =
  /^\s*(?:Press enter to |tab (?:to add|or esc to clear) notes\b|enter (?:to submit|continue|confirm)\b|› )/u;
/** Everything but the dialog begins in the first column. */
const OUTSIDE = /^[^\s›]/u;

export const readDialog: ReadDialog = ({ lines }) => {
  const rows = withoutBlankEnd(rowsOf(lines));
  if (layout(rows)?.draft !== undefined) return null;
  const found = numberedOptions(rows, "›", ({ text }) => HINT.test(text));
  if (found === null || chosenOf(found.options) === null) return null;
  const over = rows.slice(rows.slice(0, found.from).findLastIndex(({ text }) => OUTSIDE.test(text)) + 1, found.from);
  const hint = joined(rows.slice(found.to + 1).filter((row) => !isBlank(row)))[0]?.text ?? "";
  if (/\benter to submit (?:answer|all)\b/.test(hint)) return question(over, found, hint);
  if (/^Press enter to confirm or esc to cancel\b/.test(hint) || /^enter (?:continue|confirm) · esc /.test(hint))
    return approval(over, found);
  return /^Implement this plan\?$/.test(lastParagraph(over)) ? approval(over, found) : null;
};

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

function meaningOf(label: string): DialogOption["means"] {
  if (/^(?:No\b|Quit$)/.test(label)) return "no";
  if (/^(?:Yes, (?:proceed|implement this plan)$|Trust and continue$)/.test(label)) return "yes";
  return /^Yes, and don't ask again\b/.test(label) ? "always" : undefined;
}

/** The command, or all that is told. */
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
