import type { Pattern } from "../pattern/pattern.ts";
import type { QuestionKind, QuestionOption, QuestionWords } from "../protocol/actions/questions.ts";
import { firstLine } from "./last-message.ts";

/** A pane's screen, as input for reading a dialog. */
export interface DialogScreen {
  /** Every visible row, blank ones too. */
  lines: readonly string[];
  /** The same rows with their colours, as `capture-pane -e` prints them: some agents show the cursor by nothing else. */
  styled?: readonly string[];
}

/** A dialog on a screen: what can be chosen, and with which keys. */
export interface Dialog {
  kind: QuestionKind;
  text: string;
  detail?: string;
  options: readonly DialogOption[];
  /** The option under the cursor; null if the cursor is not visible. */
  cursor: number | null;
  /** Keys that move the cursor by one. */
  moves: { next: string; previous: string };
  /** Some options are scrolled out of view. */
  more?: boolean;
  part?: { n: number; of: number };
  /** If several may be ticked: the key that ticks the option under the cursor, and the keys that continue. */
  ticking?: { key: string; onward: readonly string[] | { option: Pattern } };
  /** A text field is open, for the option under the cursor or for the dialog itself. */
  writes?: boolean;
  /** Everything is chosen: these keys submit it. */
  review?: readonly string[];
  /** The review confirms the denial of an approval. A review after an approval without this confirms `always`. */
  reviewsDenial?: true;
}

export interface DialogOption {
  label: string;
  description?: string;
  means?: "yes" | "no" | "always";
  /** Keys that choose or tick it, wherever the cursor is; `cursor`: move the cursor there and press Enter. Absent if it is not an answer. */
  pick?: readonly string[] | "cursor";
  /** How to give an answer in words with this option. */
  words?: TextEntry;
  ticked?: boolean;
}

/**
 * `keys`: these keys open a text field. `cursor`: these keys open one while the cursor is on the option. `prompt`: choose
 * the option, then send the words as a prompt.
 */
export type TextEntry =
  | { by: "keys"; keys: readonly string[] }
  | { by: "cursor"; after: readonly string[] }
  | { by: "prompt" };

/** Null if there is no dialog, or an unknown one. */
export type ReadDialog = (screen: DialogScreen) => Dialog | null;

/** The dialog as a question for people. */
export function wordsOf({ kind, text, detail, options, part, ticking, writes }: Dialog): QuestionWords {
  const choices = options.filter(isChoice).map(optionOf);
  const isFree = writes === true || options.some(({ words }) => words !== undefined);
  return {
    kind,
    text,
    ...(detail !== undefined && { detail }),
    ...(choices.length > 0 && { options: choices }),
    ...(ticking !== undefined && { multiple: true }),
    ...(isFree && { free: true }),
    ...(part !== undefined && { part }),
  };
}

/** The question in one line for lists and notifications; for an approval with the command or file. */
export function inOneLine({ kind, text, detail }: Dialog): string {
  return [text, kind === "approval" ? firstLine(detail) : ""].filter((words) => words !== "").join(" ");
}

export function isChoice({ pick }: DialogOption): boolean {
  return pick !== undefined;
}

function optionOf({ label, description, means }: DialogOption): QuestionOption {
  return { value: means ?? label, label, ...(description !== undefined && { description }) };
}

/** Identifies a dialog by its question and options, regardless of its cursor and of what is ticked or typed. */
export function signatureOf({ kind, text, detail, options, part, review }: Dialog): string {
  const fixed = options.filter(isChoice).map(({ label }) => label);
  return JSON.stringify([kind, text, detail ?? "", part?.n ?? 0, review !== undefined, fixed]);
}
