import { z } from "zod";

/** A member asks the one that has a pane whether its channels may tell of a call; then it says what became of that. */
export const TellRequest = z.strictObject({
  /** The name of the call, as devices claim it. */
  call: z.string().min(1).max(400),
  phase: z.enum(["ask", "told", "failed"]),
  /** Not while somebody looks at the pane. */
  only_if_unwatched: z.boolean().default(false),
});
export type TellRequest = z.input<typeof TellRequest>;

export const TellAnswer = z.object({
  schema_version: z.literal(1),
  /**
   * tell: the channels of the asking member may tell of it. taken: those of another member are about to. told: they
   * have. watched: somebody looks at the pane. closed: it calls nobody any more.
   */
  answer: z.enum(["tell", "taken", "told", "watched", "closed"]),
  /** The member whose channels tell of it. */
  by: z.string().nullable(),
});
export type TellAnswer = z.infer<typeof TellAnswer>;
