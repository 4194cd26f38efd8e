import type { Dialog, DialogOption, DialogScreen, ReadDialog } from "../../adapter/dialog.ts";
import { digitOf, type FoundOptions, numberedOptions, textOf } from "../../adapter/dialog-options.ts";
import { given } from "../../adapter/payload.ts";
import type { Line } from "../../adapter/screen.ts";
import { isBlank, joined, paragraphs, rowsOf, withoutBlankEnd } from "../../adapter/screen-rows.ts";
import { litWord } from "./lit-word.ts";
import { layout } from "./screen-layout.ts";

const MOVES = { next: "Down", previous: "Up" };
const ACROSS = { next: "Right", previous: "Left" };
const HINT = /(?:↑↓|⇆) (?:select|tab)\b|\benter (?:submit|confirm|toggle)\b/u;
const BUTTONS = /^ *(?:Allow once {2,}Allow always {2,}Reject|Confirm {2,}Cancel)(?= {2}|$)/;

/** A dialog takes the place of the input box: a run of bars down to the last row. */
export const readDialog: ReadDialog = (screen) => {
  const rows = withoutBlankEnd(rowsOf(screen.lines));
  if (layout(rows)?.draft !== undefined) return null;
  const first = rows.findLastIndex(({ text }) => !/^ *┃/u.test(text)) + 1;
  const bars = rows.slice(first).map(({ row, text }) => ({ row, text: text.replace(/^ *┃ ?/u, "") }));
  if (bars.length === 0) return null;
  const head = bars.find((row) => !isBlank(row));
  return /^ *△ /u.test(head?.text ?? "") ? approval(screen, bars) : question(screen, bars);
};

function approval(screen: DialogScreen, bars: readonly Line[]): Dialog | null {
  const place = bars.findLastIndex(({ text }) => BUTTONS.test(text));
  const buttons = BUTTONS.exec(bars[place]?.text ?? "")?.[0]
    .trim()
    .split(/ {2,}/);
  if (buttons === undefined) return null;
  const [head = [], ...body] = paragraphs(bars.slice(0, place));
  const [title = "", what = ""] = head.map(({ text }) => text.replace(/^ *[△#→←$]? */u, "").trim());
  const cursor = litWord(styledRow(screen, bars[place]), buttons);
  const base = {
    text: what === "" ? title : `${title}: ${what}`,
    ...given({ detail: textOf(body.flatMap(indented))?.replace(/^\$ /, "") }),
    cursor,
    moves: ACROSS,
  };
  if (buttons[0] === "Confirm")
    return {
      ...base,
      kind: "confirm",
      options: buttons.map((label) => ({ label, pick: "cursor" })),
      ...(cursor === 0 && { review: ["Enter"] }),
    };
  const options = buttons.map((label): DialogOption => {
    const means = label === "Allow once" ? "yes" : label === "Reject" ? "no" : "always";
    return { label, means, pick: "cursor", ...(means === "no" && { words: { by: "prompt" } as const }) };
  });
  return { ...base, kind: "approval", options };
}

function question(screen: DialogScreen, bars: readonly Line[]): Dialog | null {
  const hint = bars.findLast((row) => !isBlank(row))?.text ?? "";
  if (!/\besc dismiss\b/.test(hint) && !/\besc dismiss\b/.test(joined(paragraphs(bars).at(-1) ?? [])[0]?.text ?? ""))
    return null;
  const tabs = bars.find((row) => !isBlank(row) && /^ {2,}\S.* {2,}Confirm$/.test(row.text));
  const blocks = paragraphs(bars.filter((row) => row !== tabs));
  const part = tabs === undefined ? {} : partOf(screen, tabs);
  if (joined(blocks[0] ?? [])[0]?.text === "Review")
    return { kind: "confirm", text: "Review", options: [], cursor: null, moves: MOVES, review: ["Enter"], ...part };
  const found = numberedOptions(bars, "›", ({ text }) => HINT.test(text));
  return found === null ? null : choice(blocks[0] ?? [], found, part);
}

function choice(asked: readonly Line[], found: FoundOptions, part: Pick<Dialog, "part">): Dialog {
  const isMultiple = found.options.some(({ tick }) => tick !== null);
  const last = found.options.length - 1;
  const options = found.options.map((option, index): DialogOption => {
    const { label, under, tick } = option;
    const keys = digitOf(option);
    if (index === last && /^Type your own answer$/.test(label))
      return { label, ...(keys !== undefined && !isMultiple && { words: { by: "keys", keys } as const }) };
    return { label, ...given({ description: under.join(" ") || undefined, ticked: tick ?? undefined, pick: keys }) };
  });
  const isOpen = options[last]?.words !== undefined && (found.options[last]?.under.length ?? 0) > 0;
  return {
    kind: "choice",
    text: joined(asked)[0]?.text.replace(/ \(select all that apply\)$/, "") ?? "",
    options,
    // the cursor is a colour of the words, and numbers pick without it
    cursor: isOpen ? last : null,
    moves: MOVES,
    ...part,
    ...(isMultiple && { ticking: { key: "Enter", onward: ["Tab"] } }),
    ...(isOpen && { writes: true }),
  };
}

/** ` Colour   Size   Confirm` */
function partOf(screen: DialogScreen, tabs: Line): Pick<Dialog, "part"> {
  const names = tabs.text.trim().split(/ {2,}/);
  const of = names.length - 1;
  const lit = litWord(styledRow(screen, tabs), names);
  return of < 2 ? {} : { part: { n: Math.min((lit ?? 0) + 1, of), of } };
}

function styledRow({ styled }: DialogScreen, row: Line | undefined): string {
  return row === undefined ? "" : (styled?.[row.row - 1] ?? "");
}

function indented(paragraph: readonly Line[], index: number): Line[] {
  return index === 0 ? [...paragraph] : [{ row: 0, text: "" }, ...paragraph];
}
