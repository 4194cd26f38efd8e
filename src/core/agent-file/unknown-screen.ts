import { z } from "zod";

/** A screen of a known agent that no cue fits, as it is kept. */
export const UnknownScreen = z.object({
  agent: z.string(),
  /** The agent's version, if known. */
  version: z.string().nullable(),
  seen_at: z.number(),
  title: z.string(),
  lines: z.array(z.string()),
});
export type UnknownScreen = z.infer<typeof UnknownScreen>;
