import { z } from "zod";
import { FleetReport, FleetStatus, ForgetRequest, NewBuckets } from "../fleet/fleet.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";

export const FLEET_ROUTES = {
  status: route(ENDPOINTS.fleet.status, {
    summary: "The fleet that this daemon is in: its server, and every member",
    says: "Needs the right to act, because it names servers.",
    access: "act",
    answer: FleetStatus,
    faults: ["E_UNAUTHORIZED"],
  }),
  doctor: route(ENDPOINTS.fleet.doctor, {
    summary: "Check what the fleet needs of its server, and say how to fix what is missing",
    answer: FleetReport,
    faults: ["E_NOT_IN_FLEET"],
  }),
  leave: route(ENDPOINTS.fleet.leave, {
    summary: "Remove everything that the fleet's server has of this daemon, and disconnect",
    says: "Until its next start: config.toml decides whether it joins again.",
    access: "owner",
    answer: z.object({ left: z.string() }),
    faults: ["E_NOT_IN_FLEET", "E_FLEET_UNREACHABLE", "E_NOT_ALLOWED"],
  }),
  forget: route(ENDPOINTS.fleet.forget, {
    summary: "Remove everything that the fleet's server has of a member that is silent",
    says: "Where the server's rules are in force, only its admin may: `creds` names the file with that login.",
    access: "owner",
    body: ForgetRequest,
    answer: z.object({ forgotten: z.string() }),
    faults: ["E_NOT_IN_FLEET", "E_FLEET_UNREACHABLE", "E_NOT_ALLOWED", "E_INVALID_INPUT"],
  }),
  createBuckets: route(ENDPOINTS.fleet.createBuckets, {
    summary: "Make the buckets of these members on the fleet's server, as its admin",
    access: "owner",
    body: NewBuckets,
    answer: z.object({ created: z.array(z.string()) }),
    faults: ["E_NOT_IN_FLEET", "E_FLEET_UNREACHABLE", "E_NOT_ALLOWED"],
  }),
};
