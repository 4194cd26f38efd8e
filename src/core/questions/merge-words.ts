import type { QuestionOption, QuestionWords } from "../protocol/questions.ts";

/** What the agent told and what its screen shows, as one: the screen knows what can be picked, the agent what it is about. */
export function mergeWords(told: QuestionWords | null, shown: QuestionWords | null): QuestionWords | null {
  if (told === null || shown === null) return told ?? shown;
  const isPart = shown.part !== undefined;
  const { timeout_ms } = told;
  const detail = told.detail ?? shown.detail;
  const options = mergeOptions(isPart && shown.text !== told.text ? undefined : told.options, shown.options);
  return {
    ...shown,
    text: isPart || told.text === "" ? shown.text : told.text,
    ...(detail !== undefined && { detail }),
    ...(options !== undefined && { options }),
    ...(timeout_ms !== undefined && { timeout_ms }),
  };
}

/** Of a list that is longer than its window the screen shows only some; of one that the agent told, it may shorten the words. */
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
