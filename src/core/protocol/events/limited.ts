import { z } from "zod";
import { Millis } from "../base/time.ts";

/** An event's report of an account's limit that stops the agent. */
export const LimitTold = z.object({
  /** When it resets; null if the event does not say. */
  until: Millis.nullable(),
  /** The agent goes on by itself then. */
  resumes: z.boolean(),
});
export type LimitTold = z.infer<typeof LimitTold>;

/** An agent stands still because its account has used up a limit. */
export const Limited = LimitTold.extend({
  since: Millis,
  /** When agtmux tells it to go on, as a person has asked; null if nobody has. */
  wakes_at: Millis.nullable(),
});
export type Limited = z.infer<typeof Limited>;
