import type { Hono } from "hono";
import { AdapterItem, AdapterList } from "../../core/protocol/adapters.ts";
import { route, serve } from "./route.ts";

/** What the API needs of whoever keeps the adapters. A name that no adapter has is `E_ADAPTER_NOT_FOUND`. */
export interface AdaptersBackend {
  list(): AdapterList;
  /** Durable when it returns; doing it twice is doing it once. */
  enable(name: string): AdapterItem;
  disable(name: string): AdapterItem;
}

export const ADAPTER_ROUTES = {
  list: route({
    method: "get",
    path: "/v1/adapters",
    summary: "Which agents are recognised, and how well that goes",
    answer: AdapterList,
  }),
  enable: route({
    method: "post",
    path: "/v1/adapters/:name/enable",
    summary: "Recognise an agent again",
    answer: AdapterItem,
    faults: ["E_ADAPTER_NOT_FOUND"],
  }),
  disable: route({
    method: "post",
    path: "/v1/adapters/:name/disable",
    summary: "Take an agent for any other program",
    answer: AdapterItem,
    faults: ["E_ADAPTER_NOT_FOUND"],
  }),
};

export function mountAdapters(api: Hono, adapters: AdaptersBackend): void {
  serve(api, ADAPTER_ROUTES.list, () => adapters.list());
  serve(api, ADAPTER_ROUTES.enable, ({ param }) => adapters.enable(param("name")));
  serve(api, ADAPTER_ROUTES.disable, ({ param }) => adapters.disable(param("name")));
}
