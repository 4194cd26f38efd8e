import { z } from "zod";
import { Millis } from "../base/time.ts";
import { Actor } from "./actions.ts";

/** Characters of one prompt, and of all prompts in a queue together. */
const LONGEST_PROMPT = 256 * 1024;
export const LONGEST_QUEUE = 1024 * 1024;
export const MOST_PROMPTS = 100;

const Text = z.string().min(1, "an empty text is nothing to send").max(LONGEST_PROMPT);

/**
 * `sending`: recorded before the first key, and until it is known whether the prompt has arrived. `held`: that cannot be
 * known, so a person must say whether it is sent again.
 */
export const QueuedState = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("waiting") }),
  z.object({ kind: z.literal("sending"), attempt: z.number().int().positive(), since: Millis }),
  z.object({ kind: z.literal("held"), since: Millis, why: z.string() }),
]);
export type QueuedState = z.infer<typeof QueuedState>;

/** The agent whose end of turn a prompt waits for. */
export const QueuedAfter = z.object({ runtime_id: z.string(), what: z.string() });
export type QueuedAfter = z.infer<typeof QueuedAfter>;

/** One prompt that waits for its turn. */
export const QueuedPrompt = z.object({
  id: z.string(),
  text: z.string(),
  /** Null if it waits for nobody else, or no longer. */
  after: QueuedAfter.nullable(),
  /** If its agent ends, the next agent in the same pane gets it; otherwise it is cancelled. */
  keep: z.boolean(),
  allow_changes: z.boolean(),
  /** `inbox`: it is put into a file that the agent reads when it wants to. */
  channel: z.enum(["prompt", "inbox"]).default("prompt"),
  added_at: Millis,
  added_by: Actor,
  state: QueuedState,
});
export type QueuedPrompt = z.infer<typeof QueuedPrompt>;

/** The prompts of one agent, in the order in which they are sent. */
export const Queue = z.object({
  runtime_id: z.string(),
  ref: z.string(),
  target: z.string(),
  pane_id: z.string(),
  agent: z.string(),
  paused: z.boolean(),
  /** Grows with each change. */
  version: z.number().int().nonnegative(),
  prompts: z.array(QueuedPrompt),
});
export type Queue = z.infer<typeof Queue>;

/** A queue, and why its first prompt is not sent now. */
export const QueueItem = Queue.extend({ waits_for: z.string() });
export type QueueItem = z.infer<typeof QueueItem>;

export const QueueList = z.object({ schema_version: z.literal(1), generated_at: Millis, items: z.array(QueueItem) });
export type QueueList = z.infer<typeof QueueList>;

/** The queue as a change has left it. */
export const QueueReport = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  queue: QueueItem,
  /** The prompt that was added or changed; null if the change concerns the whole queue. */
  prompt_id: z.string().nullable(),
});
export type QueueReport = z.infer<typeof QueueReport>;

/** Adds a prompt to an agent's queue. */
export const QueueAddRequest = z.strictObject({
  ref: z.string().min(1),
  text: Text,
  /** A ref of another agent: the prompt waits until that one's turn has ended. */
  after: z.string().min(1).optional(),
  keep: z.boolean().default(false),
  /** Send even if the agent is known to alter the text. */
  allow_changes: z.boolean().default(false),
  /** Its place, counted from 1; at the end by default. */
  place: z.number().int().positive().optional(),
});
export type QueueAddRequest = z.input<typeof QueueAddRequest>;

export const QueueEditRequest = z.strictObject({
  text: Text,
  /** The text that the person was shown: the edit is refused if it is another by now. */
  if_text: z.string().optional(),
});
export type QueueEditRequest = z.input<typeof QueueEditRequest>;

export const QueueMoveRequest = z.strictObject({
  /** Its new place, counted from 1. */
  place: z.number().int().positive(),
});
export type QueueMoveRequest = z.input<typeof QueueMoveRequest>;

export const QueuePauseRequest = z.strictObject({ ref: z.string().min(1), paused: z.boolean() });
export type QueuePauseRequest = z.input<typeof QueuePauseRequest>;

/** Tells an agent something, by the best way that it has. */
export const TellRequest = z.strictObject({ ref: z.string().min(1), text: Text });
export type TellRequest = z.input<typeof TellRequest>;

export const TellReport = QueueReport.extend({
  /** `prompt`: the agent rests, so it is sent now. `queue`: it waits its turn. `inbox`: the agent reads it from its inbox file. */
  channel: z.enum(["prompt", "queue", "inbox"]),
});
export type TellReport = z.infer<typeof TellReport>;
