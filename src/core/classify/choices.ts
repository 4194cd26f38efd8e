import { type FoundOption, type FoundOptions, numberedOptions, plainOptions } from "../adapter/dialog-options.ts";
import type { Line } from "../adapter/screen.ts";
import { withoutBlankEnd } from "../adapter/screen-rows.ts";
import { isTypedCommand } from "./foreground.ts";
import { railChoices } from "./rail-choices.ts";
import { unframed } from "./unframed.ts";

/** Choices at the end of a screen, with a cursor on one of them. */
export interface ShownChoices {
  options: readonly Pick<FoundOption, "label">[];
  /** The row with the cursor. */
  chosen: Line;
  /** The paragraph above the choices. */
  question: readonly Line[];
  /** Whether a hint names the keys to press. */
  tellsKeys: boolean;
}

const MAX_UNDER = 4;
const MAX_QUESTION = 6;
const CURSOR = "[❯›>▸▶➤●◉→]";
/** Marks not used in prose. */
const RARE_CURSOR = "[❯▸▶➤◉]";
const KEY = /\b(?:enter|return|esc|escape|tab|space|ctrl[+-]\w|arrow keys?|shift\+\w+)\b|[↑↓←→⇆]/iu;
const DEED =
  /\b(?:to|select|confirm|submit|cancel|navigate|toggle|choose|move|dismiss|continue|quit|interrupt|skip)\b/iu;
const KEYS_IN_BRACKETS = /\((?:Use arrow keys|esc)\b/iu;
const KEYS_ABOVE = /\((?:use arrow keys|press <space>.*)\)/i;

/** With numbers any mark is a cursor; without, only rare marks are, and only with key hints. */
export function shownChoices(all: readonly Line[]): ShownChoices | null {
  const rows = unframed(withoutBlankEnd(all));
  const numbered = numberedOptions(rows, CURSOR, isHint);
  const shown = numbered !== null && isDialog(numbered.options) ? atEnd(rows, numbered) : null;
  if (shown !== null) return shown;
  const plain = plainOptions(rows, RARE_CURSOR);
  const picked = plain === null || plain.options.length < 2 ? null : atEnd(rows, plain);
  return picked?.tellsKeys === true ? picked : railChoices(withoutBlankEnd(all));
}

function isDialog(options: readonly FoundOption[]): boolean {
  return options.length >= 2 && options[0]?.number === 1 && options.filter(({ isChosen }) => isChosen).length === 1;
}

function atEnd(rows: readonly Line[], { options, from, to }: FoundOptions): ShownChoices | null {
  const below = rows.slice(to + 1);
  const under = below.filter(({ text }) => text !== "");
  if (under.length > MAX_UNDER || below.some((_, index) => !mayFollow(below, index))) return null;
  const label = options.find(({ isChosen }) => isChosen)?.label;
  const chosen = rows.slice(from, to + 1).find(({ text }) => label !== undefined && isChosen(text, label));
  if (chosen === undefined) return null;
  const question = questionOver(rows.slice(0, from));
  const tellsKeys = under.length > 0 || question.some(({ text }) => KEYS_ABOVE.test(text));
  return { options, chosen, question, tellsKeys };
}

function isChosen(text: string, label: string): boolean {
  return text.endsWith(label) && new RegExp(`^\\s*${CURSOR}`, "u").test(text);
}

/** Hints and gaps; a hint wider than the pane continues in the next row. */
function mayFollow(below: readonly Line[], index: number): boolean {
  const row = below[index];
  const before = below[index - 1];
  if (row === undefined || row.text === "" || isHint(row)) return true;
  return before !== undefined && isHint(before) && /^\s*\p{Ll}[\p{L} ]*$/u.test(row.text);
}

function isHint({ text }: Line): boolean {
  const key = KEY.exec(text);
  const says = key !== null && DEED.test(text.slice(key.index + key[0].length));
  return says || KEYS_IN_BRACKETS.test(text);
}

/** The nearest paragraph above, without the command that started it. */
function questionOver(rows: readonly Line[]): Line[] {
  const end = rows.findLastIndex(({ text }) => /[\p{L}\p{N}]/u.test(text)) + 1;
  const start = rows.slice(0, end).findLastIndex(({ text }) => text === "" || isTypedCommand(text)) + 1;
  return rows.slice(start, end).slice(-MAX_QUESTION);
}
