import type { Line } from "../adapter/screen.ts";
import type { Verdict } from "../protocol/daemon/classify.ts";
import type { LastLine } from "./last-line.ts";
import { asksConsent, asksWords, isTold, NUMBERED, ONLY_YES, PICK, PREAMBLE, VALUE } from "./prompt-phrases.ts";
import { verdict } from "./verdicts.ts";

/** A program that has printed a question and waits on its line. Only for line-oriented output. */
export function linePrompt(line: LastLine, rows: readonly Line[]): Verdict | null {
  return isPrompt(line) ? (consent(line, rows) ?? words(line, rows)) : null;
}

/** A prompt of a shell script; anything else there looks like the shell's own output. */
export function scriptPrompt(line: LastLine, rows: readonly Line[]): Verdict | null {
  if (!isPrompt(line)) return null;
  return consent(line, rows) ?? (line.readings.at(-1) === SELECT ? numbered(line, rows) : null);
}

/** The prompt of a shell's `select`. */
const SELECT = "#?";
/** Rows above a prompt that may explain it. */
const NEAR = 6;
const MAX_CHOICES = 12;

/** Only a prompt leaves the cursor after its text; a finished or quoted line asks nothing. */
function isPrompt({ isOpen, readings }: LastLine): boolean {
  return isOpen && !readings.some(isTold);
}

/** Asks for yes or no. */
function consent(line: LastLine, rows: readonly Line[]): Verdict | null {
  if (line.readings.some(asksConsent))
    return verdict("waiting_approval", "medium", line.rows, "It asks for a yes or a no.");
  const condition = rows.slice(-NEAR).find(({ text }) => ONLY_YES.test(text));
  if (condition === undefined || !line.readings.some((text) => VALUE.test(text))) return null;
  return verdict("waiting_approval", "medium", [condition, ...line.rows], "It wants a yes to go on.");
}

/** Asks for text: a secret, a name, a choice, a key. */
function words(line: LastLine, rows: readonly Line[]): Verdict | null {
  const offered = line.readings.some((text) => PICK.test(text)) ? numbered(line, rows) : null;
  if (offered !== null) return offered;
  const isForm = rows.some(({ text }) => PREAMBLE.test(text));
  const asked = line.readings.map((text) => asksWords(text.trim(), isForm)).find((what) => what !== null);
  return asked == null ? null : verdict("waiting_input", "medium", line.rows, asked);
}

/** Numbered rows right above the line. */
function numbered(line: LastLine, rows: readonly Line[]): Verdict | null {
  const end = rows.findIndex(({ row }) => row === line.rows[0]?.row);
  let from = end;
  const belongs = (text: string | undefined) => text === "" || (text !== undefined && NUMBERED.test(text));
  while (end - from < MAX_CHOICES && belongs(rows[from - 1]?.text)) from -= 1;
  const choices = rows.slice(from, end).filter(({ text }) => text !== "");
  if (choices.length < 2) return null;
  const quoted = [...choices.slice(-7), ...line.rows.slice(-1)];
  return verdict("waiting_input", "medium", quoted, "It offers choices by number.");
}
