import type { Hono } from "hono";
import { z } from "zod";
import type { Actor } from "../../core/protocol/actions.ts";
import { Fault } from "../../core/protocol/fault.ts";
import { AnswerReport, AnswerRequest, QuestionList, QuestionState } from "../../core/protocol/questions.ts";
import type { QuestionFilter } from "../questions.ts";
import { actorOf } from "./actor-of.ts";
import { route, serve } from "./route.ts";
import { TYPING_FAULTS } from "./route-faults.ts";

/** What the API needs of whoever keeps questions. */
export interface QuestionsBackend {
  list(filter: QuestionFilter): QuestionList;
  /** Whoever leaves while it waits does not take back what was answered. */
  answer(request: z.output<typeof AnswerRequest>, actor: Actor, signal: AbortSignal): Promise<AnswerReport>;
}

export const QUESTION_ROUTES = {
  list: route({
    method: "get",
    path: "/v1/questions",
    summary: "What agents ask of people: questions and approvals, oldest first",
    query: z.object({
      state: z
        .string()
        .optional()
        .describe("open (if none is named), answered, gone, expired, superseded, several with commas, or all"),
      target: z.string().optional(),
    }),
    answer: QuestionList,
    faults: ["E_INVALID_FILTER"],
  }),
  answer: route({
    method: "post",
    path: "/v1/questions/answer",
    summary: "Answer one of them, and tell how far that came",
    says: "In the agent's dialog by its keys, else as a text at its prompt. What is no choice of it is refused with the choices.",
    body: AnswerRequest,
    answer: AnswerReport,
    faults: [...TYPING_FAULTS, "E_NO_QUESTION", "E_CHOICE_INVALID"],
  }),
};

export function mountQuestions(api: Hono, questions: QuestionsBackend): void {
  serve(api, QUESTION_ROUTES.list, ({ context }) => {
    const target = context.req.query("target");
    return questions.list({ states: statesOf(context.req.query("state") ?? "open"), target });
  });
  serve(api, QUESTION_ROUTES.answer, ({ body, context }) =>
    questions.answer(body, actorOf(context), context.req.raw.signal),
  );
}

function statesOf(word: string): QuestionState[] {
  if (word === "all") return [...QuestionState.options];
  return word.split(",").map((each) => {
    const state = QuestionState.safeParse(each);
    if (state.success) return state.data;
    throw new Fault("E_INVALID_FILTER", `state: "${each}" is none of ${QuestionState.options.join(", ")}, all`);
  });
}
