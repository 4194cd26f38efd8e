import type { Hono } from "hono";
import type { z } from "zod";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import {
  type AnswerReport,
  type AnswerRequest,
  type QuestionList,
  QuestionState,
} from "../../core/protocol/actions/questions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { QUESTION_ROUTES } from "../../core/protocol/routes/question-routes.ts";
import type { QuestionFilter } from "../attention/question-store.ts";
import { actorOf } from "./actor-of.ts";
import { principalIn, requestContextOf } from "./request-context.ts";
import { serve } from "./route.ts";

/** Questions as the API uses them. */
export interface QuestionsBackend {
  list(filter: QuestionFilter): QuestionList;
  /** Aborting only stops waiting; it does not undo the answer. */
  answer(request: z.output<typeof AnswerRequest>, actor: Actor, signal: AbortSignal): Promise<AnswerReport>;
}

export function mountQuestions(api: Hono, questions: QuestionsBackend): void {
  serve(api, QUESTION_ROUTES.list, ({ context }) => {
    const target = context.req.query("target");
    const list = questions.list({ states: statesOf(context.req.query("state") ?? "open"), target });
    const isForMember = requestContextOf(context).member !== undefined;
    return principalIn(context).may === "act" && !isForMember ? list : withoutAnswers(list);
  });
  serve(api, QUESTION_ROUTES.answer, ({ body, context }) =>
    questions.answer(body, actorOf(context), context.req.raw.signal),
  );
}

/** Read-only clients and other members may see questions, but not the text that was sent to agents. */
function withoutAnswers(list: QuestionList): QuestionList {
  return { ...list, items: list.items.map((item) => ({ ...item, answer: null })) };
}

function statesOf(word: string): QuestionState[] {
  if (word === "all") return [...QuestionState.options];
  return word.split(",").map((each) => {
    const state = QuestionState.safeParse(each);
    if (state.success) return state.data;
    throw new Fault("E_INVALID_FILTER", `state: "${each}" is none of ${QuestionState.options.join(", ")}, all`);
  });
}
