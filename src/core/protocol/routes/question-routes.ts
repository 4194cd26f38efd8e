import { z } from "zod";
import { AnswerReport, AnswerRequest, QuestionList } from "../actions/questions.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { TYPING_FAULTS } from "./route-faults.ts";

export const QUESTION_ROUTES = {
  list: route(ENDPOINTS.questions.list, {
    summary: "Questions and approvals that agents wait for, oldest first",
    query: z.object({
      state: z
        .string()
        .optional()
        .describe("open (the default), answered, gone, expired, superseded, several separated by commas, or all"),
      target: z.string().optional(),
    }),
    answer: QuestionList,
    faults: ["E_INVALID_FILTER"],
  }),
  answer: route(ENDPOINTS.questions.answer, {
    summary: "Answer one of them, and tell how far that came",
    says: "Answers in the agent's dialog by keys, or as a text at its prompt. An answer that is not among the choices is refused, and the refusal lists them. With `if_revision`, an answer is refused if the question's wording has changed.",
    body: AnswerRequest,
    answer: AnswerReport,
    faults: [...TYPING_FAULTS, "E_NO_QUESTION", "E_QUESTION_CHANGED", "E_CHOICE_INVALID"],
  }),
};
