import { z } from "zod";
import { DaemonStatus } from "../../core/protocol/daemon.ts";
import { Resolution } from "../../core/protocol/explain.ts";
import { PaneItem } from "../../core/protocol/lists.ts";
import { SquadSignal } from "../../core/protocol/squad.ts";
import { Registration } from "../../core/signals/registration.ts";
import { route } from "./route.ts";
import { REF_FAULTS } from "./route-faults.ts";

/** The daemon itself, and single panes. */
export const DAEMON_ROUTES = {
  health: route({
    method: "get",
    path: "/v1/health",
    summary: "The daemon's version, pid and problems",
    answer: DaemonStatus,
  }),
  openapi: route({
    method: "get",
    path: "/v1/openapi.json",
    summary: "This document",
    answer: z.looseObject({ openapi: z.literal("3.1.0") }),
  }),
  explain: route({
    method: "get",
    path: "/v1/explain",
    summary: "Why a pane shows the state it shows, with every piece of evidence",
    query: z.object({ ref: z.string().describe("A pane, a runtime, or any name that only one pane answers to") }),
    answer: z.object({
      schema_version: z.literal(1),
      pane: PaneItem,
      /** Null where no agent runs. */
      resolution: Resolution.nullable(),
      /** What the agent last signalled in squad's words. */
      signal: SquadSignal.nullable(),
    }),
    faults: REF_FAULTS,
  }),
  register: route({
    method: "post",
    path: "/v1/register",
    summary: "Listen to the signals of a pane of this machine; the answer is what was registered",
    body: Registration,
    answer: Registration,
    faults: ["E_REF_NOT_FOUND", "E_NOT_IN_TMUX", "E_DISK_FULL"],
  }),
  shutdown: route({
    method: "post",
    path: "/v1/shutdown",
    summary: "Stop the daemon",
    answer: z.object({ stopping: z.literal(true) }),
  }),
};
