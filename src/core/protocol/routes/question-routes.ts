import { z } from "zod";
import { AnswerReport, AnswerRequest, QuestionList } from "../actions/questions.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { TYPING_FAULTS } from "./route-faults.ts";

export const QUESTION_ROUTES = {
  list: route(ENDPOINTS.questions.list, {
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
  answer: route(ENDPOINTS.questions.answer, {
    summary: "Answer one of them, and tell how far that came",
    says: "In the agent's dialog by its keys, else as a text at its prompt. What is no choice of it is refused with the choices, and with `if_revision` an answer to other words than were shown.",
    body: AnswerRequest,
    answer: AnswerReport,
    faults: [...TYPING_FAULTS, "E_NO_QUESTION", "E_QUESTION_CHANGED", "E_CHOICE_INVALID"],
  }),
};
