import { z } from "zod";
import { Registration } from "../../spool/registration.ts";
import { DaemonStatus } from "../daemon/daemon.ts";
import { Restarting, RestartRequest } from "../daemon/restart.ts";
import { MarkerReading, Resolution } from "../events/explain.ts";
import { PaneItem } from "../lists/lists.ts";
import { SquadSignal } from "../squad/squad.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { REF_FAULTS } from "./route-faults.ts";

/** Routes of the daemon itself and of single panes. */
export const DAEMON_ROUTES = {
  health: route(ENDPOINTS.daemon.health, {
    summary: "The daemon's version, pid and problems",
    answer: DaemonStatus,
  }),
  openapi: route(ENDPOINTS.daemon.openapi, {
    summary: "This document",
    answer: z.looseObject({ openapi: z.literal("3.1.0") }),
  }),
  metrics: route(ENDPOINTS.daemon.metrics, {
    summary: "Counts and sizes in Prometheus' text format",
    says: "The daemon's memory, descriptors, event-loop lag, events and queues, and the panes by state; all names begin with `agtmux_`.",
    answer: z.string(),
    type: "text/plain",
  }),
  explain: route(ENDPOINTS.daemon.explain, {
    summary: "Why a pane shows the state it shows, with every piece of evidence",
    query: z.object({ ref: z.string().describe("A pane, a runtime, or any name that fits only one pane") }),
    answer: z.object({
      schema_version: z.literal(1),
      pane: PaneItem,
      /** Null if no agent runs there. */
      resolution: Resolution.nullable(),
      /** The agent's last squad signal. */
      signal: SquadSignal.nullable(),
      markers: MarkerReading.nullable().describe("How its markers are read; null if they are not"),
    }),
    faults: REF_FAULTS,
  }),
  register: route(ENDPOINTS.daemon.register, {
    summary: "Register a pane of this machine, so that its signals are read; returns the registration",
    body: Registration,
    answer: Registration,
    faults: ["E_REF_NOT_FOUND", "E_NOT_IN_TMUX", "E_DISK_FULL"],
  }),
  restart: route(ENDPOINTS.daemon.restart, {
    summary: "Start the next daemon with this one's listening sockets, and stop",
    says: "Only over the unix socket, because it names a program to run. A daemon in the foreground only stops, with an exit status that makes its supervisor start it again.",
    access: "socket",
    body: RestartRequest,
    answer: Restarting,
    faults: ["E_NOT_ALLOWED"],
  }),
  shutdown: route(ENDPOINTS.daemon.shutdown, {
    summary: "Stop the daemon",
    answer: z.object({ stopping: z.literal(true) }),
  }),
};
