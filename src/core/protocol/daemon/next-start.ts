import { z } from "zod";

export const NEXT_START_FILE = "next-start.json";

/** Flags of `daemon start` or `daemon restart` for the daemon that a supervisor starts next. It applies once. */
export const NextStart = z.object({
  args: z.array(z.string()),
  until: z.number(),
});
export type NextStart = z.infer<typeof NextStart>;
