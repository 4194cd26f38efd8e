import { z } from "zod";

/** How many prompts wait for the agent of a pane. */
export const PaneQueue = z.object({
  prompts: z.number().int().positive(),
  paused: z.boolean(),
  /** Whether a person must say if the first one is sent again. */
  held: z.boolean(),
  /** Grows with each change of the queue. */
  version: z.number().int().nonnegative(),
});
export type PaneQueue = z.infer<typeof PaneQueue>;
