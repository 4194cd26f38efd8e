import type { Line } from "../adapter/screen.ts";
import { isBlank, withoutBlankEnd } from "../adapter/screen-rows.ts";
import type { Verdict } from "../protocol/daemon/classify.ts";
import { isReply, isTyped } from "./screen-chrome.ts";
import { isBorder, unframed } from "./unframed.ts";
import { verdict } from "./verdicts.ts";

const WORKING =
  /^ ?[·*✢✳✶✷✸✹✺✻✼✽•◦●○◐◓◑◒∴⠁-⣿] (?=.*(?:…|\.\.\.|\p{L}ing\b))\S.{0,120}\b(?:esc(?:ape)?(?: again)? to (?:interrupt|stop|cancel)|ctrl[+-]c to interrupt)\b/iu;
/** Rows below the work line: the input box and its footer. */
const MAX_UNDER_WORK = 9;

/** A line that shows work and offers to interrupt it, with only the input area below. */
export function workAtEnd(all: readonly Line[]): Verdict | null {
  const rows = withoutBlankEnd(all);
  const at = rows.findLastIndex(({ text }) => WORKING.test(text));
  const line = rows[at];
  if (line === undefined) return null;
  const under = rows.slice(at + 1).filter((row) => !isBlank(row));
  if (under.length > MAX_UNDER_WORK || !under.every(({ text }) => isAroundInput(text))) return null;
  return verdict("running", "medium", [line], "It shows work that can be interrupted.");
}

/** `[y] Approve   [n] Deny`: the keys of a dialog, below a line that still shows work. */
const OFFERED_KEYS = /\[\w\] \S.{0,80}\[\w\] \S/;

/** Frames, typed text and indented hints; nothing that an agent or program says or asks. */
function isAroundInput(text: string): boolean {
  if (OFFERED_KEYS.test(text)) return false;
  return isBorder(text) || isTyped(text) || (/^\s|^[│┃║]/u.test(text) && !isReply(text));
}

/** An empty input line. */
const EMPTY_PROMPT = /^\s*[>❯›]$/u;
/** Rows below the input line: key hints, the model's name. */
const MAX_FOOTER = 5;
/** Phrases that agents add when nothing is left to ask. */
const POLITE =
  /\b(?:anything else|what else|what(?:'s| is) next|what (?:would you like|do you want|can I|should I do)|how (?:can|may) I (?:help|assist)|need (?:anything|help)|(?:change|do|add) anything|help you with)\b/i;
const QUESTION = /[\p{L}\p{N})"'`\]]\?$/u;
const TO_PERSON = /\b(?:you|your|I|we|me|us)\b/;
const FAILURE =
  /^(?:[■✗✘✖×✕⨯❌⏺●•] ?)?(?:(?:[\w.]{1,60})?(?:Error|Exception)(?: \[?\w+\]?)?:|(?:[\w.-]{1,40} )?API [Ee]rror\b|Traceback \(most recent call last\):|fatal: )/u;

/** The last words of any agent above its empty input line: a question, or an error. */
export function saidAtEnd(all: readonly Line[]): Verdict | null {
  const rows = unframed(withoutBlankEnd(all));
  const prompt = rows.findLastIndex(({ text }) => EMPTY_PROMPT.test(text));
  const line = rows[prompt];
  if (line === undefined) return null;
  const under = rows.slice(prompt + 1).filter((row) => !isBlank(row));
  if (under.length > MAX_FOOTER || under.some(({ text }) => isReply(text))) return null;
  const said = lastParagraph(rows.slice(0, prompt));
  const [first] = said;
  const last = said.at(-1);
  if (first === undefined || last === undefined) return null;
  if (FAILURE.test(first.text)) return verdict("error", "low", [first], "What it said last is an error.");
  const sentence =
    said
      .map(({ text }) => text.trim())
      .join(" ")
      .split(/(?<=[.!?:])\s+/)
      .at(-1) ?? "";
  if (!QUESTION.test(last.text) || !TO_PERSON.test(sentence) || POLITE.test(sentence)) return null;
  return verdict("waiting_input", "low", [last], "What it said last is a question.");
}

function lastParagraph(rows: readonly Line[]): Line[] {
  const end = rows.findLastIndex((row) => !isBlank(row) && !isBorder(row.text)) + 1;
  const start = rows.slice(0, end).findLastIndex((row) => isBlank(row)) + 1;
  return rows.slice(start, end);
}
