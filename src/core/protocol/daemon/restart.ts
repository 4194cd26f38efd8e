import { z } from "zod";

/** How to start the next daemon: with the Node, program, arguments and environment of the requesting command. */
export const RestartRequest = z.strictObject({
  node: z.string().startsWith("/"),
  program: z.string().startsWith("/"),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  cwd: z.string().startsWith("/"),
});
export type RestartRequest = z.infer<typeof RestartRequest>;

export const Restarting = z.object({
  /** Pid of the next daemon, which waits until this one has ended; null if a supervisor is to start it. */
  next: z.number().int().nullable(),
});
export type Restarting = z.infer<typeof Restarting>;
