import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import { Fault } from "../../core/protocol/fault.ts";
import type { AnswerRequest } from "../../core/protocol/questions.ts";
import { GUARD_OPTIONS, guardsOf, spanOf } from "../action-options.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { renderAnswer, renderQuestion } from "../render/questions.ts";

const STDIN = 0;
/** As events are named: no ref looks like it. */
const QUESTION_ID = /^[0-9a-z]{28}\+*$/;

/** Answers what an agent asks, whatever way it asks it. */
export async function answerCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("answer", args, {
    allowPositionals: true,
    options: {
      ...GUARD_OPTIONS,
      choice: { type: "string", multiple: true },
      text: { type: "string" },
      "text-file": { type: "string" },
      wait: { type: "string" },
      timeout: { type: "string" },
      "idempotency-key": { type: "string" },
      json: { type: "boolean" },
    },
  });
  const [whom, ...words] = positionals;
  if (whom === undefined)
    throw new Fault("E_USAGE", "answer wants a ref or a question's id, then the answer: 'agtmux questions' lists them");
  const said = saidBy(words, values);
  const subject = QUESTION_ID.test(whom) ? { question_id: whom } : { ref: whom };
  if (said === null) return ask(whom, context, values.json === true);
  if (values.timeout !== undefined && values.wait === undefined)
    throw new Fault("E_USAGE", "--timeout bounds a --wait: say what to wait for");
  const { wait, timeout, "idempotency-key": idempotency_key } = values;
  const report = await context.client.answer({
    ...subject,
    ...said,
    guards: guardsOf(values),
    ...(wait !== undefined && { wait: wait as NonNullable<AnswerRequest["wait"]> }),
    ...(timeout !== undefined && { timeout_ms: spanOf("--timeout", timeout) }),
    ...(idempotency_key !== undefined && { idempotency_key }),
  });
  context.out(values.json ? JSON.stringify(report) : renderAnswer(report, context));
  for (const note of values.json ? [] : report.notes) context.note(note);
}

type SaidBy = Pick<AnswerRequest, "answer" | "choices" | "as_text">;

/** Exactly one way; null where nothing was said and somebody sits at a terminal. */
function saidBy(
  words: readonly string[],
  { choice, text, "text-file": file }: { choice?: string[]; text?: string; "text-file"?: string },
): SaidBy | null {
  const ways = [words.length > 0, choice !== undefined, text !== undefined, file !== undefined];
  if (ways.filter(Boolean).length > 1)
    throw new Fault("E_USAGE", "answer wants one of: words, --choice, --text, --text-file");
  if (choice !== undefined) return { choices: choice };
  if (text !== undefined) return { answer: text, as_text: true };
  if (file !== undefined) return { answer: read(file), as_text: true };
  if (words.length === 1 && words[0] === "-") return { answer: read("-"), as_text: true };
  if (words.length > 0) return { answer: words.join(" ") };
  if (isatty(STDIN)) return null;
  throw new Fault("E_USAGE", "answer wants an answer: a number, yes, no, words, or - for standard input");
}

function read(file: string): string {
  try {
    return readFileSync(file === "-" ? STDIN : file, "utf8").replace(/\r?\n$/, "");
  } catch (cause) {
    throw new Fault("E_INVALID_INPUT", `${file} cannot be read: ${(cause as Error).message}`, {}, cause);
  }
}

/** Nothing was said yet: what is asked, and how to say it. */
async function ask(whom: string, context: Context, json: boolean): Promise<void> {
  const { items } = await context.client.questions();
  const pane = QUESTION_ID.test(whom) ? null : (await context.client.explain(whom)).pane;
  const question = items.find((each) =>
    pane === null ? each.question_id === whom : each.runtime_id === pane.runtime_id,
  );
  if (question === undefined)
    throw new Fault("E_NO_QUESTION", `nothing is asked by ${whom}; 'agtmux questions' lists who asks`);
  context.out(json ? JSON.stringify(question) : renderQuestion(question, context));
}
