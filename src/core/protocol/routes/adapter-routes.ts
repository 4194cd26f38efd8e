import { AdapterItem, AdapterList } from "../daemon/adapters.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";

export const ADAPTER_ROUTES = {
  list: route(ENDPOINTS.adapters.list, {
    summary: "The adapters of agents, and how well they work here",
    answer: AdapterList,
  }),
  enable: route(ENDPOINTS.adapters.enable, {
    summary: "Recognise an agent again",
    answer: AdapterItem,
    faults: ["E_ADAPTER_NOT_FOUND"],
  }),
  disable: route(ENDPOINTS.adapters.disable, {
    summary: "Take an agent for any other program",
    answer: AdapterItem,
    faults: ["E_ADAPTER_NOT_FOUND"],
  }),
};
