import { z } from "zod";
import { ActionSnapshot, DeliveryPhase, Guards } from "./actions.ts";
import { State } from "./state.ts";
import { Millis } from "./time.ts";

/** What a person is asked, and how it is answered. `approval` is a yes or no to something the agent wants to do. */
export const QuestionKind = z.enum(["approval", "choice", "confirm", "text"]);
export type QuestionKind = z.infer<typeof QuestionKind>;

export const QuestionOption = z.object({
  /** What `answer` takes besides the label and the number. */
  value: z.string(),
  label: z.string(),
  description: z.string().optional(),
});
export type QuestionOption = z.infer<typeof QuestionOption>;

/** A question as an agent tells it, by a hook, a squad signal or on its screen. */
export const QuestionWords = z.object({
  kind: QuestionKind,
  text: z.string(),
  /** What it is about: the command to approve, a diff, arguments. */
  detail: z.string().optional(),
  options: z.array(QuestionOption).optional(),
  /** More than one may be picked. */
  multiple: z.boolean().optional(),
  /** An answer in one's own words is taken as well. */
  free: z.boolean().optional(),
  /** After so long no answer is wanted. */
  timeout_ms: z.number().positive().optional(),
  /** One of several that are asked one after the other. */
  part: z.object({ n: z.number().int().positive(), of: z.number().int().positive() }).optional(),
});
export type QuestionWords = z.infer<typeof QuestionWords>;

/** `gone`: it was answered elsewhere, at the agent itself. */
export const QuestionState = z.enum(["open", "answered", "gone", "expired", "superseded"]);
export type QuestionState = z.infer<typeof QuestionState>;

export const Question = z.object({
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
  /** What was answered through us, redacted. */
  answer: z.string().nullable(),
  /** Who answered: the audit entry of it. */
  correlation_id: z.string().nullable(),
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
    /** A choice by its number, value or label, `yes`, `no` or `always`, or words of one's own. */
    answer: Answer.optional(),
    /** Several where several may be picked, or one for each part of the question. */
    choices: z.array(Answer).min(1).max(100).optional(),
    /** Take the answer as it is written, and for no choice. */
    as_text: z.boolean().default(false),
    guards: Guards.default({}),
    wait: z.union([z.literal("accepted"), State]).optional(),
    timeout_ms: z.number().positive().max(LONGEST_WAIT_MS).optional(),
    idempotency_key: z.string().min(1).max(200).optional(),
  })
  .refine(({ ref, question_id }) => (ref === undefined) !== (question_id === undefined), {
    message: "an answer has either a ref or a question_id",
    path: ["ref"],
  })
  .refine(({ answer, choices }) => (answer === undefined) !== (choices === undefined), {
    message: "an answer is either one text or a list of choices",
    path: ["answer"],
  });
export type AnswerRequest = z.input<typeof AnswerRequest>;

export const AnswerReport = z.object({
  schema_version: z.literal(1),
  correlation_id: z.string(),
  snapshot: ActionSnapshot,
  ref: z.string(),
  what: z.string(),
  action: z.literal("answer"),
  question_id: z.string(),
  /** `dialog`: picked by keys. `text`: typed at the agent's prompt. */
  by: z.enum(["dialog", "text"]),
  /** What was picked or sent, in the words of the question, redacted. */
  answered: z.array(z.string()),
  phases: z.array(DeliveryPhase),
  /** Nothing was done: an earlier call with this idempotency key had done it. */
  repeated: z.boolean(),
  /** How the agent stood when this was said. */
  state: State,
  /** What is asked next, where the question has further parts. */
  next: QuestionWords.nullable(),
  notes: z.array(z.string()),
});
export type AnswerReport = z.infer<typeof AnswerReport>;
