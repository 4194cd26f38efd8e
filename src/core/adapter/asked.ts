import type { QuestionOption, QuestionWords } from "../protocol/actions/questions.ts";
import { redactText } from "../redact/redact.ts";
import { fileChange, fileOf } from "./file-change.ts";
import { given, listAt, textAt, valueAt } from "./payload.ts";
import { describeCall } from "./tool-call.ts";

/** A person approves the whole text, so up to this length it is shown whole; longer texts say how much is missing. */
const LONGEST_DETAIL = 64 * 1024;

/** The part of a question that shows the command or the edit to be approved. */
type About = Pick<QuestionWords, "detail" | "is_diff">;

/** The question of an approval, made from the tool call that needs it. */
export function approvalOf(tool: string | undefined, input: unknown): QuestionWords {
  return { kind: "approval", text: describeCall(tool, input) + switchedOn(input), ...aboutOf(input) };
}

/** The command, the change to a file, or the plan; otherwise the arguments as they are. */
export function aboutOf(input: unknown): About {
  const said = textAt(input, "command") ?? textAt(input, "plan");
  if (said !== undefined) return { detail: shortened(said) };
  const [file, change] = [fileOf(input), fileChange(input)];
  if (file !== undefined)
    return change === undefined ? { detail: file } : { detail: shortened(`${file}\n${change}`), is_diff: true };
  const isEmpty = typeof input !== "object" || input === null || Object.keys(input).length === 0;
  return isEmpty ? {} : { detail: shortened(JSON.stringify(input)) };
}

/** Names the options that a tool call turns on, such as running without a sandbox: an approval allows them too. */
function switchedOn(input: unknown): string {
  if (typeof input !== "object" || input === null) return "";
  const names = Object.entries(input).flatMap(([name, value]) => (value === true ? [name] : []));
  return names.length === 0 ? "" : ` (with ${names.join(", ")})`;
}

/** The first of the questions that an agent asks with choices; the others follow when it is answered. */
export function questionOf(questions: readonly unknown[]): QuestionWords | undefined {
  const [first] = questions;
  const text = textAt(first, "question");
  if (text === undefined) return undefined;
  const options = listAt(first, "options").flatMap(optionOf);
  const isMultiple = valueAt(first, "multiSelect") === true || valueAt(first, "multiple") === true;
  return {
    kind: options.length > 0 ? "choice" : "text",
    text,
    ...(options.length > 0 && { options }),
    ...(isMultiple && { multiple: true }),
    ...(!isMultiple && { free: true }),
    ...(questions.length > 1 && { part: { n: 1, of: questions.length } }),
  };
}

function optionOf(option: unknown): QuestionOption[] {
  const label = textAt(option, "label");
  if (label === undefined) return [];
  return [{ value: textAt(option, "value") ?? label, label, ...given({ description: textAt(option, "description") }) }];
}

/** A text as the detail of a question. */
export function shortened(text: string): string {
  if (text.length <= LONGEST_DETAIL) return text;
  // secrets are removed first: half of one would not be recognised any more
  const clean = redactText(text);
  const more = clean.length - LONGEST_DETAIL;
  return more > 0 ? `${clean.slice(0, LONGEST_DETAIL)}\n[${more} more characters are not shown here] …` : clean;
}
