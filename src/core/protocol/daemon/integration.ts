import { z } from "zod";
import { ErrorBody } from "../base/errors.ts";
import { TargetName } from "../base/refs.ts";

/** The change to an agent's settings, made or, with a dry run, planned. */
export const IntegrationAction = z.enum([
  "integrated",
  "updated",
  "up_to_date",
  "removed",
  "nothing_to_remove",
  "skipped",
  "refused",
]);
export type IntegrationAction = z.infer<typeof IntegrationAction>;

export const IntegrationItem = z.object({
  agent: z.string(),
  label: z.string(),
  action: IntegrationAction,
  /** The settings file; null if the agent has none for this scope. */
  file: z.string().nullable(),
  /** Path of the backup, if the file was changed. */
  backup: z.string().nullable(),
  /** With a dry run, the change as a unified diff. */
  diff: z.string().nullable(),
  /** Notes and remaining steps for the person. */
  notes: z.array(z.string()),
  /** Why it was refused. */
  error: ErrorBody.nullable(),
});
export type IntegrationItem = z.infer<typeof IntegrationItem>;

export const IntegrationReport = z.object({
  schema_version: z.literal(1),
  /** The target whose machine was changed; null for this one. */
  target: TargetName.nullable(),
  scope: z.enum(["user", "project"]),
  dry_run: z.boolean(),
  items: z.array(IntegrationItem),
});
export type IntegrationReport = z.infer<typeof IntegrationReport>;
