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
    summary: "Add a target without waiting for its connection",
    body: NewTarget,
    answer: TargetItem,
    status: 201,
    faults: ["E_TARGET_EXISTS"],
  }),
  connect: route(ENDPOINTS.targets.connect, {
    summary: "Connect to a target now; responds when it is connected, or says why not",
    answer: TargetItem,
    faults: [...REACH_FAULTS, "E_TARGET_WATCHED"],
  }),
  remove: route(ENDPOINTS.targets.remove, {
    summary: "Forget a target; nothing that runs there is stopped",
    answer: z.object({ removed: TargetName }),
    faults: ["E_TARGET_NOT_FOUND", "E_INVALID_INPUT"],
  }),
  doctor: route(ENDPOINTS.targets.doctor, {
    summary: "Check what agtmux needs on a target, and say how to fix what is missing",
    says: "Runs commands there.",
    answer: DoctorReport,
    faults: ["E_TARGET_NOT_FOUND"],
  }),
};
