import { z } from "zod";

/** The report of `agtmux service`. */
export const ServiceReport = z.object({
  schema_version: z.literal(1),
  manager: z.enum(["systemd", "launchd"]),
  name: z.string(),
  file: z.string(),
  /** `foreign`: a file of the user's own has its name. `outdated`: 'agtmux service install' would write another. */
  installed: z.enum(["absent", "current", "outdated", "foreign"]),
  /** Why no service can be run here. */
  unavailable: z.string().nullable(),
  /** Whether it starts at login. */
  enabled: z.boolean(),
  /** In the manager's own words. */
  state: z.string(),
  pid: z.number().int().nullable(),
  /** The command that shows its log. */
  logs: z.string(),
});
export type ServiceReport = z.infer<typeof ServiceReport>;
