import { z } from "zod";
import { ErrorBody } from "./errors.ts";
import { PaneIdentity, PaneItem, Summary, TargetError } from "./lists.ts";
import { Millis } from "./time.ts";

/** `<log-epoch>-<n>`: n counts the changes of one database; another database is another epoch. */
export const Cursor = z.string().regex(/^[a-z0-9]+-\d+$/);

/** What every message tells besides the panes: where in the log it is, and which targets do not answer. */
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
  /** Why whoever named a cursor gets a snapshot instead. */
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

/** In which panes something is printed. */
export const PrintingMessage = z.object({
  type: z.literal("printing"),
  began: z.array(PaneKey),
  ended: z.array(PaneKey),
});
export type PrintingMessage = z.infer<typeof PrintingMessage>;

/** For whoever asks for it: no change of the list, and in no log. */
export const Aside = z.discriminatedUnion("type", [
  PrintingMessage,
  /** What is asked was worded anew: /v1/questions tells how. */
  z.object({ type: z.literal("asked") }),
]);
export type Aside = z.infer<typeof Aside>;
