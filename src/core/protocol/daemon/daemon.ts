import { z } from "zod";
import { Millis } from "../base/time.ts";

/** How the daemon itself fares. */
export const Vitals = z.object({
  memory_bytes: z.number().int().describe("Resident memory"),
  heap_bytes: z.number().int().describe("JavaScript heap in use"),
  open_files: z.number().int().nullable().describe("Open file descriptors; null where the system does not tell"),
  open_files_limit: z.number().int().nullable(),
  lag_ms: z.number().describe("How late its last timer was"),
  longest_lag_ms: z.number().describe("The latest of a minute or two"),
  events: z.number().int().describe("Events ever taken into this database"),
  events_per_second: z.number().describe("Taken in on average, over the last half minute or more"),
  unbound_events: z.number().int().describe("Events that wait for the agent they belong to"),
  spooled: z.number().int().describe("Reports in this machine's spool that are not read yet"),
  unpublished_panes: z.number().int().describe("Changed panes that are about to be sent to dashboards"),
  undelivered: z.number().int().describe("Notifications that wait to be delivered"),
});
export type Vitals = z.infer<typeof Vitals>;

export const DaemonStatus = z.object({
  running: z.boolean(),
  pid: z.number().int().nullable(),
  version: z.string().nullable(),
  /** Build id: changes with every change of the sources. */
  build: z.string().nullable(),
  home: z.string(),
  socket: z.string(),
  port: z.number().int().nullable(),
  /** URL of the dashboard; commands on this machine print it with a code that pairs one browser. */
  dashboard: z.string().nullable(),
  /** The same for browsers that cannot resolve that name; null if `dashboard` already is. */
  plain_dashboard: z.string().nullable(),
  /** Whether the dashboard keeps its host name after the daemon was down, and why; null while it is down. */
  origin: z.object({ keeps: z.boolean(), why: z.string() }).nullable(),
  tmux_socket: z.string().nullable(),
  started_at: Millis.nullable(),
  /** Whether a supervisor such as systemd started it, and starts it again; null while it is down. */
  supervised: z.boolean().nullable(),
  /** Null while it is down. */
  vitals: Vitals.nullable(),
  /** Problems that a person should know of: a full disk, a missing tmux server. */
  problems: z.array(z.object({ code: z.string(), message: z.string(), since: Millis })),
});
export type DaemonStatus = z.infer<typeof DaemonStatus>;
