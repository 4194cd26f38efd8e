import { z } from "zod";
import { Millis } from "./time.ts";

/** What `agtmux doctor --repair` did. */
export const RepairReport = z.object({
  schema_version: z.literal(1),
  repaired: z.boolean(),
  /** What SQLite found; null where the database is whole. */
  damage: z.string().nullable(),
  /** Where the damaged database lies now. */
  set_aside: z.string().nullable(),
  /** The backup in its place; null where there was none, and an empty database was begun. */
  restored: z.object({ path: z.string(), at: Millis }).nullable(),
  /** Newer backups that are damaged too. */
  skipped: z.array(z.string()),
});
export type RepairReport = z.infer<typeof RepairReport>;
