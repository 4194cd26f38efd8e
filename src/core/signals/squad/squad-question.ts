import { given, listAt, textAt, valueAt } from "../../adapter/payload.ts";
import { QuestionKind, type QuestionOption, type QuestionWords } from "../../protocol/actions/questions.ts";
import type { SquadType } from "../../protocol/squad/squad.ts";

/** The question of `needs_input` and `question`; undefined for other signals. */
export function squadQuestion(type: SquadType, data: unknown): QuestionWords | undefined {
  const text = textAt(data, "question");
  if ((type !== "needs_input" && type !== "question") || text === undefined) return undefined;
  const options = listAt(data, "options").flatMap(optionOf);
  const kind = kindOf(textAt(data, "questionType"), options.length > 0);
  const seconds = valueAt(data, "timeout");
  return {
    kind,
    text,
    ...given({ detail: contextOf(valueAt(data, "context")) }),
    ...(options.length > 0 && { options }),
    // free text is accepted unless the choices are all that is wanted
    ...(options.length === 0 && kind === "text" && { free: true }),
    ...(typeof seconds === "number" && seconds > 0 && { timeout_ms: seconds * 1_000 }),
  };
}

function kindOf(said: string | undefined, hasOptions: boolean): QuestionKind {
  const kind = QuestionKind.safeParse(said);
  // "input" and "clarification" ask for text, unless there are choices
  return kind.success ? kind.data : hasOptions ? "choice" : "text";
}

/** Identified by its value, else by its id, else by its label. */
function optionOf(option: unknown): QuestionOption[] {
  const label = textAt(option, "label");
  if (label === undefined) return [];
  const value = textAt(option, "value") ?? textAt(option, "id") ?? label;
  return [{ value, label, ...given({ description: textAt(option, "description") }) }];
}

function contextOf(context: unknown): string | undefined {
  if (context === undefined || context === null) return undefined;
  return typeof context === "string" ? context || undefined : JSON.stringify(context);
}
