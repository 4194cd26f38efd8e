import { z } from "zod";
import { Millis } from "./time.ts";

export const DaemonStatus = z.object({
  running: z.boolean(),
  pid: z.number().int().nullable(),
  version: z.string().nullable(),
  /** Which build of that version: changes with every change of the sources. */
  build: z.string().nullable(),
  home: z.string(),
  socket: z.string(),
  port: z.number().int().nullable(),
  dashboard: z.string().nullable(),
  tmux_socket: z.string().nullable(),
  started_at: Millis.nullable(),
  /** What a person should know: a full disk, a missing tmux server. */
  problems: z.array(z.object({ code: z.string(), message: z.string(), since: Millis })),
});
export type DaemonStatus = z.infer<typeof DaemonStatus>;
