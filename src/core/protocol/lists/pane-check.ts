import { z } from "zod";
import { Millis } from "../base/time.ts";

/** What a check of the user's said last, where the agent of a pane works. */
export const PaneCheck = z.object({
  name: z.string(),
  /** `lost`: it did not tell how it ended. */
  state: z.enum(["running", "passed", "failed", "lost"]),
  /** When it ended, or began if it runs. */
  since: Millis,
  /** Whether files have changed since it began; null if git cannot tell. */
  is_stale: z.boolean().nullable(),
});
export type PaneCheck = z.infer<typeof PaneCheck>;
