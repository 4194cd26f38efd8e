import { z } from "zod";
import { Millis } from "../base/time.ts";
import { Actor } from "./actions.ts";

/** Asks that an agent which a limit has stopped is told to go on when the limit has reset; or takes that back. */
export const WakeRequest = z.strictObject({
  ref: z.string().min(1),
  /** All agents of the same account that the limit has stopped. */
  account: z.boolean().default(false),
  cancel: z.boolean().default(false),
});
export type WakeRequest = z.input<typeof WakeRequest>;

/** One agent that is to be woken, once. */
export const Wake = z.object({
  runtime_id: z.string(),
  ref: z.string(),
  target: z.string(),
  pane_id: z.string(),
  agent: z.string(),
  /** Since when the limit stops it: another limit is not meant. */
  limited_since: Millis,
  /** When the limit resets. */
  until: Millis,
  wakes_at: Millis,
  asked_at: Millis,
  asked_by: Actor,
});
export type Wake = z.infer<typeof Wake>;

export const WakeList = z.object({ schema_version: z.literal(1), generated_at: Millis, items: z.array(Wake) });
export type WakeList = z.infer<typeof WakeList>;

/** The wakes that were asked for, or that were cancelled. */
export const WakeReport = z.object({
  schema_version: z.literal(1),
  generated_at: Millis,
  cancelled: z.boolean(),
  items: z.array(Wake),
});
export type WakeReport = z.infer<typeof WakeReport>;
