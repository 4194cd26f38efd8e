import { z } from "zod";
import { ErrorBody } from "./errors.ts";
import { Millis } from "./time.ts";

/** An agent that has ended, and what starts it again. */
export const ResumableItem = z.object({
  runtime_id: z.string(),
  ref: z.string(),
  agent: z.string(),
  target: z.string(),
  pane_id: z.string(),
  /** The tmux session in which it was last seen. */
  session_name: z.string().nullable(),
  /** Where it was started. */
  cwd: z.string().nullable(),
  /** The agent's own session. */
  session_id: z.string(),
  ended_at: Millis,
  /** Known of what `agtmux run` ran. */
  exit_code: z.number().int().nullable(),
  signal: z.string().nullable(),
  /** Its words, and the same as a line for a shell. */
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
  /** Where it goes, or would go; null where it cannot. */
  place: z.enum(["same_pane", "new_window", "new_session"]).nullable(),
  /** The pane that it was typed into. */
  pane_id: z.string().nullable(),
  /** Whether its process was seen; null where nothing was typed. */
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
