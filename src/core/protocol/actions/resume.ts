import { z } from "zod";
import { ErrorBody } from "../base/errors.ts";
import { Millis } from "../base/time.ts";

/** An ended agent, and the command that resumes it. */
export const ResumableItem = z.object({
  runtime_id: z.string(),
  ref: z.string(),
  agent: z.string(),
  target: z.string(),
  pane_id: z.string(),
  /** The tmux session in which it was last seen. */
  session_name: z.string().nullable(),
  /** The directory in which it was started. */
  cwd: z.string().nullable(),
  /** The agent's own session id. */
  session_id: z.string(),
  ended_at: Millis,
  /** Known only for programs under `agtmux run`. */
  exit_code: z.number().int().nullable(),
  signal: z.string().nullable(),
  /** The command; `command` is the same as a shell line. */
  argv: z.array(z.string()),
  command: z.string(),
});
export type ResumableItem = z.infer<typeof ResumableItem>;

export const ResumableList = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  items: z.array(ResumableItem),
});
export type ResumableList = z.infer<typeof ResumableList>;

export const ResumeRequest = z
  .object({
    ref: z.string().optional(),
    all: z.boolean().optional(),
    new_window: z.boolean().optional(),
    dry_run: z.boolean().optional(),
  })
  .strict()
  .refine(({ ref, all }) => (ref === undefined) === (all === true), "either a ref or all of them");
export type ResumeRequest = z.infer<typeof ResumeRequest>;

export const ResumeOutcome = z.object({
  item: ResumableItem,
  /** Where it is or would be resumed; null if it cannot be. */
  place: z.enum(["same_pane", "new_window", "new_session"]).nullable(),
  /** The pane that the command was typed into. */
  pane_id: z.string().nullable(),
  /** Whether its process was seen; null if nothing was typed. */
  started: z.boolean().nullable(),
  error: ErrorBody.nullable(),
});
export type ResumeOutcome = z.infer<typeof ResumeOutcome>;

export const ResumeReport = z.object({
  schema_version: z.literal(1),
  dry_run: z.boolean(),
  items: z.array(ResumeOutcome),
});
export type ResumeReport = z.infer<typeof ResumeReport>;
