import type { Question } from "../../core/protocol/actions/questions.ts";

const WORDS = ["kind", "text", "detail", "is_diff", "options", "multiple", "free"] as const;

/** Whether several questions ask the same in the same words, so that one answer fits them all. */
export function areAlike(questions: readonly (Question | null)[]): questions is readonly Question[] {
  const [first] = questions;
  if (first === undefined || first === null || first.part !== undefined) return false;
  return questions.every((other) => other !== null && wordsOf(other) === wordsOf(first));
}

function wordsOf(question: Question): string {
  return JSON.stringify([question.part ?? null, ...WORDS.map((name) => question[name] ?? null)]);
}
