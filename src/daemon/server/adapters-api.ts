import type { Hono } from "hono";
import type { AdapterItem, AdapterList } from "../../core/protocol/adapters.ts";

/** What the API needs of whoever keeps the adapters. A name that no adapter has is `E_ADAPTER_NOT_FOUND`. */
export interface AdaptersBackend {
  list(): AdapterList;
  /** Durable when it returns; doing it twice is doing it once. */
  enable(name: string): AdapterItem;
  disable(name: string): AdapterItem;
}

export function mountAdapters(api: Hono, adapters: AdaptersBackend): void {
  api.get("/v1/adapters", (context) => context.json(adapters.list()));
  api.post("/v1/adapters/:name/enable", (context) => context.json(adapters.enable(context.req.param("name"))));
  api.post("/v1/adapters/:name/disable", (context) => context.json(adapters.disable(context.req.param("name"))));
}
