import { z } from "zod";
import { State } from "../base/state.ts";
import { Millis } from "../base/time.ts";
import { ActionSnapshot, DeliveryPhase, Guards, Wait } from "./actions.ts";

/** How a question is answered. `approval` is a yes or no to something that the agent wants to do. */
export const QuestionKind = z.enum(["approval", "choice", "confirm", "text"]);
export type QuestionKind = z.infer<typeof QuestionKind>;

export const QuestionOption = z.object({
  /** The word that `answer` accepts besides the label and the number. */
  value: z.string(),
  label: z.string(),
  description: z.string().optional(),
});
export type QuestionOption = z.infer<typeof QuestionOption>;

/** A question as the agent asks it, by a hook, a squad signal or on its screen. */
export const QuestionWords = z.object({
  kind: QuestionKind,
  text: z.string(),
  /** The subject: the command to approve, a diff, arguments. */
  detail: z.string().optional(),
  /** Whether the detail is a file name and the lines of a diff. */
  is_diff: z.boolean().optional(),
  /** Whether the detail was read off the agent's screen, which may not show all of it. */
  from_screen: z.boolean().optional(),
  options: z.array(QuestionOption).optional(),
  /** Whether several options may be picked. */
  multiple: z.boolean().optional(),
  /** Whether a free-text answer is accepted too. */
  free: z.boolean().optional(),
  /** After this many ms an answer is no longer wanted. */
  timeout_ms: z.number().positive().optional(),
  /** Position in a series of questions that are asked one after the other. */
  part: z.object({ n: z.number().int().positive(), of: z.number().int().positive() }).optional(),
});
export type QuestionWords = z.infer<typeof QuestionWords>;

/** `gone`: it was answered elsewhere, in the agent itself. */
export const QuestionState = z.enum(["open", "answered", "gone", "expired", "superseded"]);
export type QuestionState = z.infer<typeof QuestionState>;

/** A question as stored. */
export const KeptQuestion = z.object({
  question_id: z.string(),
  ref: z.string(),
  target: z.string(),
  session_name: z.string(),
  pane_id: z.string(),
  runtime_id: z.string(),
  agent: z.string().nullable(),
  attention_id: z.string(),
  ...QuestionWords.shape,
  state: QuestionState,
  asked_at: Millis,
  expires_at: Millis.nullable(),
  settled_at: Millis.nullable(),
  /** The answer given through us, redacted; also null for a viewer who may only look. */
  answer: z.string().nullable(),
  /** The audit entry of the answer. */
  correlation_id: z.string().nullable(),
});
export type KeptQuestion = z.infer<typeof KeptQuestion>;

export const Question = KeptQuestion.extend({
  /** Identifies the current wording: an answer with this value is refused after the wording has changed. */
  revision: z.string(),
});
export type Question = z.infer<typeof Question>;

export const QuestionList = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  filters: z.record(z.string(), z.unknown()),
  summary: z.object({ open: z.number().int(), by_state: z.record(QuestionState, z.number().int()) }),
  items: z.array(Question),
});
export type QuestionList = z.infer<typeof QuestionList>;

const LONGEST_ANSWER = 64 * 1024;
const LONGEST_WAIT_MS = 24 * 3_600_000;
const Answer = z.string().min(1, "an empty answer is none").max(LONGEST_ANSWER);

export const AnswerRequest = z
  .strictObject({
    ref: z.string().min(1).optional(),
    question_id: z.string().min(1).optional(),
    /** A choice by its number, value or label; `yes`, `no` or `always`; or free text. */
    answer: Answer.optional(),
    /** Several if several may be picked, or one for each part of the question. */
    choices: z.array(Answer).min(1).max(100).optional(),
    /** Closes the question and presses nothing, since it was answered elsewhere or needs no answer. Only for what a program has declared. */
    close: z.boolean().default(false),
    /** Take the answer as literal text, not as a choice. */
    as_text: z.boolean().default(false),
    /** The `revision` of the question that was shown to the person who answers. */
    if_revision: z.string().min(1).max(100).optional(),
    guards: Guards.default({}),
    wait: Wait.optional(),
    timeout_ms: z.number().positive().max(LONGEST_WAIT_MS).optional(),
    idempotency_key: z.string().min(1).max(200).optional(),
  })
  .refine(({ ref, question_id }) => (ref === undefined) !== (question_id === undefined), {
    message: "an answer has either a ref or a question_id",
    path: ["ref"],
  })
  .refine(
    ({ answer, choices, close }) => [answer !== undefined, choices !== undefined, close].filter(Boolean).length === 1,
    {
      message: "an answer is either one text or a list of choices, or closes the question",
      path: ["answer"],
    },
  );
export type AnswerRequest = z.input<typeof AnswerRequest>;

export const AnswerReport = z.object({
  schema_version: z.literal(1),
  correlation_id: z.string(),
  snapshot: ActionSnapshot,
  ref: z.string(),
  what: z.string(),
  action: z.literal("answer"),
  question_id: z.string(),
  /** `dialog`: picked in its dialog, or as if. `text`: typed at the agent's prompt. `close`: closed, and nothing was pressed. */
  by: z.enum(["dialog", "text", "close"]),
  /** `native`: through the agent's own channel for answers. `keys`: typed into its pane. Null where nothing was said. */
  channel: z.enum(["native", "keys"]).nullable(),
  /** The choice or text that was sent, in the question's wording, redacted. */
  answered: z.array(z.string()),
  phases: z.array(DeliveryPhase),
  /** Nothing was done: an earlier request with this idempotency key did it. */
  repeated: z.boolean(),
  /** The agent's state at the time of this report. */
  state: State,
  /** The next question, if there are further parts. */
  next: QuestionWords.nullable(),
  notes: z.array(z.string()),
});
export type AnswerReport = z.infer<typeof AnswerReport>;
