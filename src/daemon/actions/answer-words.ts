import type { Goal } from "../../core/actions/answer-plan.ts";
import { type Choice, choose, listed } from "../../core/actions/choose.ts";
import { type Dialog, isChoice } from "../../core/adapter/dialog.ts";
import type { KeptQuestion } from "../../core/protocol/actions/questions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";

/** An answer as received. */
export interface Said {
  /** One text, or several choices. */
  words: readonly string[];
  isList: boolean;
  asText: boolean;
}

/** The step in the dialog, and the rest of the answer for its further parts. */
export function goalFor(said: Said, dialog: Dialog, asked: KeptQuestion): { goal: Goal; rest: readonly string[] } {
  const question = listedFor(dialog, asked);
  const choices = choicesOf(dialog, question);
  const free =
    dialog.writes === true || dialog.options.some(({ words }) => words !== undefined) || dialog.more === true;
  const [first = "", ...rest] = said.words;
  if (said.asText) {
    if (!free) throw invalid("it takes no words of one's own", choices);
    return { goal: { type: "write", text: oneLine(first) }, rest };
  }
  if (dialog.ticking !== undefined) {
    const parts = said.isList ? said.words : splitList(first);
    const labels = parts.map((part) => labelOf(asListed(part, question, choices), choices));
    return { goal: { type: "tick", labels }, rest: [] };
  }
  if (rest.length > 0 && dialog.part === undefined) throw invalid("only one can be picked there", choices);
  const chosen = choose(asListed(first, question, choices), { kind: dialog.kind, choices, free });
  if (chosen.type === "fault") throw invalid(chosen.fault, choices);
  if (chosen.type === "words") return { goal: { type: "write", text: oneLine(chosen.text) }, rest };
  return { goal: { type: "pick", label: chosen.choice.label }, rest };
}

/** The text to type at a prompt. */
export function textFor({ words, asText, isList }: Said, question: KeptQuestion): string {
  const choices: Choice[] = (question.options ?? []).map(({ label, value }) => ({ label, value }));
  if (asText || choices.length === 0) return words.join(", ");
  const free = question.free === true;
  const wordFor = (word: string) => {
    const chosen = choose(word, { kind: question.kind, choices: choices.map(withMeaning), free });
    if (chosen.type === "fault") throw invalid(chosen.fault, choices);
    return chosen.type === "words" ? chosen.text : chosen.choice.value;
  };
  if (words.length > 1 && question.multiple !== true) throw invalid("only one can be picked", choices);
  return (isList ? words : words.slice(0, 1)).map(wordFor).join(", ");
}

/** Drops the options if they belong to another part of the question. */
function listedFor({ part }: Dialog, question: KeptQuestion): KeptQuestion {
  if (part?.n === question.part?.n) return question;
  const { options: _, ...rest } = question;
  return rest;
}

/** A number refers to the list that was shown to the person, not to what the screen shows by now. */
function asListed(word: string, { options = [] }: KeptQuestion, choices: readonly Choice[]): string {
  const number = /^\s*(\d+)\.?\s*$/.exec(word)?.[1];
  const meant = number === undefined ? undefined : options[Number(number) - 1];
  if (number === undefined || options.length === 0) return word;
  if (meant === undefined) throw invalid(`there is no choice ${number}`, choices);
  if (choices.some(({ label }) => label === meant.label)) return meant.label;
  throw invalid(`choice ${number}, "${meant.label}", is not there any more`, choices);
}

/** The visible choices; the agent's own list if that is longer than its window on the screen. */
function choicesOf(dialog: Dialog, question: KeptQuestion): Choice[] {
  const inSight = dialog.options
    .filter(isChoice)
    .map(({ label, means }): Choice => ({ label, value: means ?? label, ...(means !== undefined && { means }) }));
  const known = (question.options ?? []).map(({ label, value }): Choice => ({ label, value }));
  const isWindow = dialog.more === true && inSight.every(({ label }) => known.some((each) => each.label === label));
  return isWindow && known.length > inSight.length ? known : inSight;
}

/** Labels that begin with yes or no mean just that. */
function withMeaning(choice: Choice): Choice {
  const word = /^(yes|no|approve|deny)\b/i.exec(choice.label)?.[1]?.toLowerCase();
  if (word === undefined) return choice;
  return { ...choice, means: word === "yes" || word === "approve" ? "yes" : "no" };
}

function labelOf(word: string, choices: readonly Choice[]): string {
  const chosen = choose(word, { kind: "choice", choices, free: false });
  if (chosen.type === "choice") return chosen.choice.label;
  throw invalid(chosen.type === "fault" ? chosen.fault : `"${word}" is none of the choices`, choices);
}

function splitList(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

/** In a dialog Enter ends the answer. */
function oneLine(text: string): string {
  const line = text
    .split(/[\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
  if (/[\u0000-\u001f\u007f-\u009f]/.test(line))
    throw new Fault("E_INVALID_INPUT", "an answer has no control characters");
  return line;
}

function invalid(why: string, choices: readonly Choice[]): Fault {
  const offered = choices.length === 0 ? "" : `; the choices are:\n${listed(choices)}`;
  return new Fault("E_CHOICE_INVALID", `${why}, nothing was pressed${offered}`, {
    guard: "choice",
    choices: choices.map(({ label }) => label),
  });
}
