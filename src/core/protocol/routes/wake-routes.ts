import { WakeList, WakeReport, WakeRequest } from "../actions/wake.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { REF_FAULTS } from "./route-faults.ts";

export const WAKE_ROUTES = {
  list: route(ENDPOINTS.wakes.list, {
    summary: "Agents that are told to go on when their limit has reset",
    says: "Needs the right to act, because it names who asked.",
    access: "act",
    answer: WakeList,
    faults: ["E_UNAUTHORIZED"],
  }),
  ask: route(ENDPOINTS.wakes.ask, {
    summary:
      "Have an agent that a limit has stopped, or all of its account, told to go on when the limit has reset; or cancel that",
    says: "Each is told once, and only if the limit still is what ended its last turn and nobody has typed there since. Agents that go on by themselves are refused.",
    access: "act",
    body: WakeRequest,
    answer: WakeReport,
    faults: [...REF_FAULTS, "E_NOT_LIMITED", "E_UNAUTHORIZED"],
  }),
};
