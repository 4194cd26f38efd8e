import { z } from "zod";
import { Millis } from "../base/time.ts";

/** The report of `agtmux doctor --repair`. */
export const RepairReport = z.object({
  schema_version: z.literal(1),
  repaired: z.boolean(),
  /** The damage that SQLite found; null if the database is intact. */
  damage: z.string().nullable(),
  /** New path of the damaged database. */
  set_aside: z.string().nullable(),
  /** The backup that replaced it; null if there was none and the new database is empty. */
  restored: z.object({ path: z.string(), at: Millis }).nullable(),
  /** Newer backups that are damaged too. */
  skipped: z.array(z.string()),
});
export type RepairReport = z.infer<typeof RepairReport>;
