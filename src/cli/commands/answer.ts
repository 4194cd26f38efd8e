import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import { matchRef } from "../../core/actions/match-ref.ts";
import { isUnreachable } from "../../core/notify/is-unknown.ts";
import type { AnswerRequest, Question } from "../../core/protocol/actions/questions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { guardsOf } from "../common/action-options.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { waitOf, withBareWait } from "../common/wait-option.ts";
import { renderAnswer, renderQuestion } from "../render/questions.ts";
import { ANSWER } from "../tables/answer.ts";

const STDIN = 0;
/** The format of event ids; no ref matches it. */
const QUESTION_ID = /^[0-9a-z]{28}\+*$/;

/** Answers an agent's question, however it was asked. */
export async function answerCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(ANSWER, withBareWait(args));
  const [whom, ...words] = positionals;
  if (whom === undefined)
    throw new Fault("E_USAGE", "answer wants a ref or a question's id, then the answer: 'agtmux questions' lists them");
  const said = saidBy(words, values);
  const subject = QUESTION_ID.test(whom) ? { question_id: whom } : { ref: whom };
  if (said === null) return ask(whom, context, values.json === true);
  const { "idempotency-key": idempotency_key, "if-revision": if_revision } = values;
  const report = await context.client.answer({
    ...subject,
    ...said,
    guards: guardsOf(values),
    ...waitOf(values),
    ...(idempotency_key !== undefined && { idempotency_key }),
    ...(if_revision !== undefined && { if_revision }),
  });
  context.out(values.json ? JSON.stringify(report) : renderAnswer(report, context));
  for (const note of values.json ? [] : report.notes) context.note(note);
}

type SaidBy = Pick<AnswerRequest, "answer" | "choices" | "as_text" | "close">;

/** Accepts exactly one form of answer; returns null if none was given. */
function saidBy(
  words: readonly string[],
  {
    choice,
    text,
    "text-file": file,
    close,
  }: { choice?: string[]; text?: string; "text-file"?: string; close?: boolean },
): SaidBy | null {
  const ways = [words.length > 0, choice !== undefined, text !== undefined, file !== undefined, close === true];
  if (ways.filter(Boolean).length > 1)
    throw new Fault("E_USAGE", "answer wants one of: words, --choice, --text, --text-file, --close");
  if (close) return { close };
  if (choice !== undefined) return { choices: choice };
  if (text !== undefined) return { answer: text, as_text: true };
  if (file !== undefined) return { answer: read(file), as_text: true };
  if (words.length === 1 && words[0] === "-") return { answer: read("-"), as_text: true };
  return words.length > 0 ? { answer: words.join(" ") } : null;
}

function read(file: string): string {
  try {
    return readFileSync(file === "-" ? STDIN : file, "utf8").replace(/\r?\n$/, "");
  } catch (cause) {
    throw new Fault("E_INVALID_INPUT", `${file} cannot be read: ${(cause as Error).message}`, {}, cause);
  }
}

/** Without an answer: prints the question and how to answer it. Without a terminal, as in a script, it fails with a code. */
async function ask(whom: string, context: Context, json: boolean): Promise<void> {
  const { items } = await context.client.questions();
  const question = QUESTION_ID.test(whom)
    ? items.find(({ question_id }) => question_id === whom)
    : await questionOf(whom, items, context);
  if (question === undefined)
    throw new Fault("E_NO_QUESTION", `nothing is asked by ${whom}; 'agtmux questions' lists who asks`);
  context.out(json ? JSON.stringify(question) : renderQuestion(question, context));
  if (isatty(STDIN)) return;
  const ways = "a number, yes, no, the text of a choice or words of your own, or - to read words from standard input";
  throw new Fault("E_NO_ANSWER", `nothing was answered: write the answer after ${whom}: ${ways}`);
}

/** Of several agents of one name, the one that asks. */
async function questionOf(whom: string, questions: readonly Question[], { client }: Context) {
  const of = (pane: PaneItem) => questions.find(({ runtime_id }) => runtime_id === pane.runtime_id);
  const { items } = await client.panes();
  const match = matchRef(whom, items, (pane) => of(pane) !== undefined);
  // the daemon says what is wrong with the ref
  const pane = match.status === "found" ? match.item : (await client.explain(whom)).pane;
  if (of(pane) === undefined && isUnreachable(pane.reason_code))
    throw new Fault(
      "E_TARGET_UNREACHABLE",
      `${pane.identity.target} cannot be reached: whether ${whom} asks something is not known`,
    );
  return of(pane);
}
