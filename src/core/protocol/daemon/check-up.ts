import { z } from "zod";
import { TargetName } from "../base/refs.ts";
import { Millis } from "../base/time.ts";
import { Source } from "../events/event.ts";
import { DoctorCheck } from "./targets.ts";

/** State of the integration of an agent that is used on the machine. */
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

/** The report of `agtmux doctor`. */
export const CheckUp = z.object({
  schema_version: z.literal(1),
  /** The checked target; null for this machine. */
  target: TargetName.nullable(),
  ok: z.boolean(),
  checks: z.array(DoctorCheck),
  agents: z.array(AgentCheckUp),
});
export type CheckUp = z.infer<typeof CheckUp>;
