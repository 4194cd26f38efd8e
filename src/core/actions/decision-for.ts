import type { Decision } from "../adapter/decisions.ts";
import type { QuestionWords } from "../protocol/actions/questions.ts";
import { type Choice, choose } from "./choose.ts";

/** An answer as a person gave it. */
interface Said {
  words: readonly string[];
  isList: boolean;
  asText: boolean;
}

const PLAIN: readonly Choice[] = (["yes", "no", "always"] as const).map((means) => ({
  label: means,
  value: means,
  means,
}));

/**
 * The decision that the answer stands for; null if it depends on the dialog (an option that only the screen has, one part of several) or
 * is none of the choices, which the dialog then tells.
 */
export function decisionFor(said: Said, question: QuestionWords): Decision | null {
  if (question.kind === "approval") return approvalFor(said, question);
  const { n = 1, of: parts = 1 } = question.part ?? {};
  if (question.multiple === true) return parts === 1 ? picksFor(said, question) : null;
  if (n !== 1 || said.words.length !== parts) return null;
  // the choices of later parts are not known here
  const answers = said.words.map((word, index) =>
    index === 0 ? answerFor(word, said.asText, question) : writtenOut(word),
  );
  return answers.includes(null) ? null : { type: "answers", answers: answers.map((each) => [each ?? ""]) };
}

/** Several picks of one question. */
function picksFor({ words, asText }: Said, question: QuestionWords): Decision | null {
  const picks = asText ? [null] : words.map((word) => answerFor(word, false, question));
  return picks.includes(null) ? null : { type: "answers", answers: [picks.map((each) => each ?? "")] };
}

function approvalFor({ words, asText }: Said, { options = [] }: QuestionWords): Decision | null {
  const [word = "", ...rest] = words;
  if (rest.length > 0) return null;
  if (asText) return { type: "deny", message: word };
  const choices = options.length === 0 ? PLAIN : options.map(withMeaning);
  const isNumber = /^\s*\d/.test(word);
  if (isNumber && options.length === 0) return null;
  const chosen = choose(word, { kind: "approval", choices, free: true });
  if (chosen.type === "fault") return null;
  if (chosen.type === "words") return { type: "deny", message: chosen.text };
  switch (chosen.choice.means) {
    case "yes":
      return { type: "allow" };
    case "always":
      return { type: "always" };
    case "no":
      return { type: "deny" };
    default:
      return null;
  }
}

function withMeaning({ label, value }: { label: string; value: string }): Choice {
  const means = PLAIN.find((each) => each.value === value)?.means;
  return { label, value, ...(means !== undefined && { means }) };
}

function answerFor(word: string, asText: boolean, { kind, options = [], free }: QuestionWords): string | null {
  if (asText || options.length === 0) return word;
  const chosen = choose(word, { kind, choices: options, free: free === true });
  if (chosen.type === "fault") return null;
  return chosen.type === "words" ? chosen.text : chosen.choice.label;
}

function writtenOut(word: string): string | null {
  return /^\s*\d+\.?\s*$/.test(word) ? null : word;
}
