import type { QuestionOption, QuestionWords } from "../protocol/questions.ts";
import { given, listAt, textAt, valueAt } from "./payload.ts";
import { describeCall } from "./tool-call.ts";

/** More of a diff or a file nobody reads before they say yes. */
const LONGEST_DETAIL = 2_000;
const PATHS = ["file_path", "filePath", "filepath", "path"];
const CHANGES = ["diff", "fileDiff", "content", "new_string", "file_text", "newContent"];

/** An approval as the call that wants it tells it. */
export function approvalOf(tool: string | undefined, input: unknown): QuestionWords {
  const detail = detailOf(input);
  return { kind: "approval", text: describeCall(tool, input), ...(detail !== undefined && { detail }) };
}

/** The command, the file with what becomes of it, the plan; else the arguments as they are. */
export function detailOf(input: unknown): string | undefined {
  const said = textAt(input, "command") ?? textAt(input, "plan");
  if (said !== undefined) return shortened(said);
  const path = PATHS.map((name) => textAt(input, name)).find((text) => text !== undefined);
  const change = CHANGES.map((name) => textAt(input, name)).find((text) => text !== undefined);
  if (path !== undefined) return shortened([path, change].filter((text) => text !== undefined).join("\n"));
  const isEmpty = typeof input !== "object" || input === null || Object.keys(input).length === 0;
  return isEmpty ? undefined : shortened(JSON.stringify(input));
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

function shortened(text: string): string {
  return text.length > LONGEST_DETAIL ? `${text.slice(0, LONGEST_DETAIL)}…` : text;
}
