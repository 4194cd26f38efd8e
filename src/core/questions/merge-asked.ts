import type { QuestionOption, QuestionWords } from "../protocol/actions/questions.ts";
import { isDifferentQuestion } from "./is-different-question.ts";

/** The question in one event, with the event's time. */
export interface AskedWords {
  at: number;
  words: QuestionWords;
}

/**
 * Merges the question that the agent reported with its dialog: options from the screen, the subject from the agent. If
 * these are different questions, the newer one counts: a dialog can stay on the screen for a moment after its answer.
 */
export function mergeAsked(told: AskedWords | null, shown: AskedWords | null): QuestionWords | null {
  if (told === null || shown === null || !isDifferentQuestion(told.words, shown.words))
    return mergeWords(told?.words ?? null, shown?.words ?? null);
  return told.at > shown.at ? mergeWords(told.words, null) : mergeWords(null, shown.words);
}

function mergeWords(told: QuestionWords | null, shown: QuestionWords | null): QuestionWords | null {
  if (told === null) return shown === null ? null : { ...shown, ...fromScreen(shown) };
  if (shown === null) return told;
  const isPart = shown.part !== undefined;
  const { timeout_ms } = told;
  const about =
    told.detail === undefined ? fromScreen(shown) : { detail: told.detail, ...(told.is_diff && { is_diff: true }) };
  const options = mergeOptions(isPart && shown.text !== told.text ? undefined : told.options, shown.options);
  return {
    ...shown,
    text: isPart || told.text === "" ? shown.text : told.text,
    ...about,
    ...(options !== undefined && { options }),
    ...(timeout_ms !== undefined && { timeout_ms }),
  };
}

/** Details known only from the screen may be incomplete. */
function fromScreen({ detail, kind }: QuestionWords): Pick<QuestionWords, "detail" | "from_screen"> {
  return { ...(detail !== undefined && { detail }), ...(kind === "approval" && { from_screen: true }) };
}

/** The screen shows only part of a list longer than its window, and may shorten labels that the agent reported. */
function mergeOptions(
  told: readonly QuestionOption[] | undefined,
  shown: readonly QuestionOption[] | undefined,
): QuestionOption[] | undefined {
  if (told === undefined || shown === undefined)
    return [...(shown ?? told ?? [])].length > 0 ? [...(shown ?? told ?? [])] : undefined;
  const isWindow = shown.length < told.length && shown.every(({ label }) => told.some((each) => each.label === label));
  if (isWindow) return [...told];
  return shown.map((option) => ({ ...option, ...told.find(({ label }) => label === option.label) }));
}
