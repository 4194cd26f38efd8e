import type { Hono } from "hono";
import { z } from "zod";
import { TargetName } from "../../core/protocol/refs.ts";
import { DoctorReport, NewTarget, TargetItem, TargetList } from "../../core/protocol/targets.ts";
import { requirePlainNames } from "../../core/ssh/connection-ref.ts";
import { route, serve } from "./route.ts";
import { REACH_FAULTS } from "./route-faults.ts";

/** What the API needs of whoever keeps the targets. A name that no target has is `E_TARGET_NOT_FOUND`. */
export interface TargetsBackend {
  list(): TargetList;
  /** Remembers the target; whether it can be reached shows later. */
  add(target: NewTarget): Promise<TargetItem>;
  /** Tries now; resolves when the target answers, else throws the fault that says why not. */
  connect(name: string, signal?: AbortSignal): Promise<TargetItem>;
  remove(name: string): Promise<void>;
  doctor(name: string): Promise<DoctorReport>;
}

export const TARGET_ROUTES = {
  list: route({
    method: "get",
    path: "/v1/targets",
    summary: "Targets, each with its health, panes and agents",
    answer: TargetList,
  }),
  add: route({
    method: "post",
    path: "/v1/targets",
    summary: "Remember a target; whether it can be reached shows later",
    body: NewTarget,
    answer: TargetItem,
    status: 201,
    faults: ["E_TARGET_EXISTS"],
  }),
  connect: route({
    method: "post",
    path: "/v1/targets/:name/connect",
    summary: "Try to reach a target now; answers when it does, or says why not",
    answer: TargetItem,
    faults: [...REACH_FAULTS, "E_TARGET_WATCHED"],
  }),
  remove: route({
    method: "delete",
    path: "/v1/targets/:name",
    summary: "Forget a target; nothing that runs there is stopped",
    answer: z.object({ removed: TargetName }),
    faults: ["E_TARGET_NOT_FOUND", "E_INVALID_INPUT"],
  }),
  doctor: route({
    method: "get",
    path: "/v1/targets/:name/doctor",
    summary: "What agtmux needs on a target, and what to do about what is missing",
    answer: DoctorReport,
    faults: ["E_TARGET_NOT_FOUND"],
  }),
};

export function mountTargets(api: Hono, targets: TargetsBackend): void {
  serve(api, TARGET_ROUTES.list, () => targets.list());
  serve(api, TARGET_ROUTES.add, ({ body }) => {
    const { name, ssh_target = "", tmux_socket = "" } = body;
    // before anybody hands them to ssh
    requirePlainNames({ target_name: name, connection_ref: ssh_target, tmux_socket });
    return targets.add(body);
  });
  serve(api, TARGET_ROUTES.connect, ({ param, context }) => targets.connect(param("name"), context.req.raw.signal));
  serve(api, TARGET_ROUTES.remove, async ({ param }) => {
    await targets.remove(param("name"));
    return { removed: param("name") };
  });
  serve(api, TARGET_ROUTES.doctor, ({ param }) => targets.doctor(param("name")));
}
