import { z } from "zod";

/** An agent that another one has started as its teammate, in a pane of its own. */
export const PaneTeammate = z.object({
  name: z.string(),
  /** The agent session of its lead. */
  lead_session: z.string(),
  /** The pane of its lead on the same target; null if the lead is gone, or has begun another conversation. */
  lead_pane: z.string().nullable(),
});
export type PaneTeammate = z.infer<typeof PaneTeammate>;

/** How many teammates of a lead live in panes of their own, and how many of them work. */
export const PaneTeammates = z.object({
  working: z.number().int().nonnegative(),
  all: z.number().int().positive(),
});
export type PaneTeammates = z.infer<typeof PaneTeammates>;
