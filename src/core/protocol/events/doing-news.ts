import { z } from "zod";

/** News about an agent's work from one event or line. */
export const DoingNews = z.object({
  /** The prompt that it was given. */
  task: z.string().exactOptional(),
  /** Its own words. */
  words: z.string().exactOptional(),
  /** Tool calls that began. */
  began: z.array(z.object({ id: z.string(), tool: z.string(), argument: z.string().exactOptional() })).exactOptional(),
  /** Ids of tool calls that are over, however they ended. */
  ended: z.array(z.string()).exactOptional(),
  /** How many of its own commands run on in the background; null if some do, without a number. */
  shells: z.number().int().nonnegative().nullable().exactOptional(),
  /** Another conversation begins: earlier messages do not belong to it. */
  cleared: z.literal(true).exactOptional(),
});
export type DoingNews = z.infer<typeof DoingNews>;
