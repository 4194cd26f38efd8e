import { z } from "zod";
import { ErrorBody } from "../base/errors.ts";
import { Millis } from "../base/time.ts";
import { PaneIdentity, PaneItem, Summary, TargetError } from "./lists.ts";

/** `<log-epoch>-<n>`: n counts the changes of one database; another database has another epoch. */
export const Cursor = z.string().regex(/^[a-z0-9]+-\d+$/);

/** Fields of every message besides the panes: its cursor in the log, and the targets that do not answer. */
const Common = {
  cursor: Cursor,
  at: Millis,
  summary: Summary,
  partial: z.boolean(),
  target_errors: z.array(TargetError),
};

export const Snapshot = z.object({
  type: z.literal("snapshot"),
  ...Common,
  items: z.array(PaneItem),
  /** Why a client that sent a cursor gets a snapshot instead. */
  error: ErrorBody.optional(),
});
export type Snapshot = z.infer<typeof Snapshot>;

export const StreamMessage = z.discriminatedUnion("type", [
  Snapshot,
  z.object({ type: z.literal("delta"), ...Common, changed: z.array(PaneItem), removed: z.array(PaneIdentity) }),
]);
export type StreamMessage = z.infer<typeof StreamMessage>;

export const PaneKey = PaneIdentity.pick({ target: true, pane_id: true });
export type PaneKey = z.infer<typeof PaneKey>;

/** Panes that started and stopped printing output. */
export const PrintingMessage = z.object({
  type: z.literal("printing"),
  began: z.array(PaneKey),
  ended: z.array(PaneKey),
});
export type PrintingMessage = z.infer<typeof PrintingMessage>;

/** Hints, sent on request: they change no list and are in no log. */
export const HintMessage = z.discriminatedUnion("type", [
  PrintingMessage,
  /** The wording of a question has changed: read /v1/questions. */
  z.object({ type: z.literal("asked") }),
]);
export type HintMessage = z.infer<typeof HintMessage>;
