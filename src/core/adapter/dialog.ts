import type { QuestionKind, QuestionOption, QuestionWords } from "../protocol/actions/questions.ts";
import { firstLine } from "./last-message.ts";

/** What a pane shows, for whoever reads a dialog off it. */
export interface DialogScreen {
  /** Every visible row, blank ones too. */
  lines: readonly string[];
  /** The same rows with their colours, as `capture-pane -e` prints them: some agents show the cursor by nothing else. */
  styled?: readonly string[];
}

/** A dialog as it stands on a screen: what can be picked there, and by which keys. */
export interface Dialog {
  kind: QuestionKind;
  text: string;
  detail?: string;
  options: readonly DialogOption[];
  /** Which option the cursor is on; null where that is not seen. */
  cursor: number | null;
  /** Keys that move the cursor by one. */
  moves: { next: string; previous: string };
  /** Some options are out of sight. */
  more?: boolean;
  part?: { n: number; of: number };
  /** Where several may be ticked: the key that ticks the one under the cursor, and how it goes on from there. */
  ticking?: { key: string; onward: readonly string[] | { option: RegExp } };
  /** A line that takes words stands open, for the option under the cursor or for the dialog itself. */
  writes?: boolean;
  /** Everything is decided: these keys hand it in. */
  review?: readonly string[];
}

export interface DialogOption {
  label: string;
  description?: string;
  means?: "yes" | "no" | "always";
  /** Picks it, or ticks it, wherever the cursor is; `cursor`: it must be there, and Enter picks. Absent where it is no answer. */
  pick?: readonly string[] | "cursor";
  /** How one's own words are given with it. */
  words?: TextEntry;
  ticked?: boolean;
}

/** `keys`: they open a line for words. `cursor`: so does the cursor, with these keys. `prompt`: it is picked, and the words follow as a prompt. */
export type TextEntry =
  | { by: "keys"; keys: readonly string[] }
  | { by: "cursor"; after: readonly string[] }
  | { by: "prompt" };

/** Null where no dialog stands there, or one that nobody knows. */
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

/** The question, and for an approval the command or file it is for, as lists and calls show it. */
export function inOneLine({ kind, text, detail }: Dialog): string {
  return [text, kind === "approval" ? firstLine(detail) : ""].filter((words) => words !== "").join(" ");
}

export function isChoice({ pick }: DialogOption): boolean {
  return pick !== undefined;
}

function optionOf({ label, description, means }: DialogOption): QuestionOption {
  return { value: means ?? label, label, ...(description !== undefined && { description }) };
}

/** By this it is the same dialog: what it asks and offers, wherever its cursor is and whatever is ticked or typed in it. */
export function signatureOf({ kind, text, detail, options, part, review }: Dialog): string {
  const fixed = options.filter(isChoice).map(({ label }) => label);
  return JSON.stringify([kind, text, detail ?? "", part?.n ?? 0, review !== undefined, fixed]);
}
