import { z } from "zod";

/** The report of `agtmux uninstall`. */
export const UninstallReport = z.object({
  schema_version: z.literal(1),
  removed: z.array(z.string()),
  /** Things left over, and how to remove them. */
  left: z.array(z.object({ what: z.string(), how: z.string() })),
});
export type UninstallReport = z.infer<typeof UninstallReport>;
