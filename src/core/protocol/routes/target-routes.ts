import { z } from "zod";
import { TargetName } from "../base/refs.ts";
import { DoctorReport, NewTarget, TargetItem, TargetList } from "../daemon/targets.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { REACH_FAULTS } from "./route-faults.ts";

export const TARGET_ROUTES = {
  list: route(ENDPOINTS.targets.list, {
    summary: "Targets, each with its health, panes and agents",
    answer: TargetList,
  }),
  add: route(ENDPOINTS.targets.add, {
    summary: "Remember a target; whether it can be reached shows later",
    body: NewTarget,
    answer: TargetItem,
    status: 201,
    faults: ["E_TARGET_EXISTS"],
  }),
  connect: route(ENDPOINTS.targets.connect, {
    summary: "Try to reach a target now; answers when it does, or says why not",
    answer: TargetItem,
    faults: [...REACH_FAULTS, "E_TARGET_WATCHED"],
  }),
  remove: route(ENDPOINTS.targets.remove, {
    summary: "Forget a target; nothing that runs there is stopped",
    answer: z.object({ removed: TargetName }),
    faults: ["E_TARGET_NOT_FOUND", "E_INVALID_INPUT"],
  }),
  doctor: route(ENDPOINTS.targets.doctor, {
    summary: "Look at a target for what agtmux needs there, and tell what to do about what is missing",
    says: "Runs commands there.",
    answer: DoctorReport,
    faults: ["E_TARGET_NOT_FOUND"],
  }),
};
