import { z } from "zod";
import { Source } from "./event.ts";
import { TargetName } from "./refs.ts";
import { DoctorCheck } from "./targets.ts";
import { Millis } from "./time.ts";

/** How an agent that is used here stands with us. */
export const AgentCheckUp = z.object({
  name: z.string(),
  label: z.string(),
  version: z.string().nullable(),
  settings: z.string(),
  integration: z.enum(["absent", "outdated", "current", "malformed", "unreadable"]),
  running: z.number().int().nonnegative(),
  last_event: z.object({ at: Millis, source: Source }).nullable(),
});
export type AgentCheckUp = z.infer<typeof AgentCheckUp>;

/** What `agtmux doctor` found. */
export const CheckUp = z.object({
  schema_version: z.literal(1),
  /** Of which target; null where none was named: of this machine. */
  target: TargetName.nullable(),
  ok: z.boolean(),
  checks: z.array(DoctorCheck),
  agents: z.array(AgentCheckUp),
});
export type CheckUp = z.infer<typeof CheckUp>;
