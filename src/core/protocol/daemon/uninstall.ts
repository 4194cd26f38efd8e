import { z } from "zod";

/** What `agtmux uninstall` has done. */
export const UninstallReport = z.object({
  schema_version: z.literal(1),
  removed: z.array(z.string()),
  /** What is still there, and how to remove it. */
  left: z.array(z.object({ what: z.string(), how: z.string() })),
});
export type UninstallReport = z.infer<typeof UninstallReport>;
