import type { Hono } from "hono";
import type { AdapterItem, AdapterList } from "../../core/protocol/daemon/adapters.ts";
import { ADAPTER_ROUTES } from "../../core/protocol/routes/adapter-routes.ts";
import { serve } from "./route.ts";

/** Adapter settings as the API uses them. An unknown name throws `E_ADAPTER_NOT_FOUND`. */
export interface AdaptersBackend {
  list(): AdapterList;
  /** Stored when it returns; idempotent. */
  enable(name: string): AdapterItem;
  disable(name: string): AdapterItem;
}

export function mountAdapters(api: Hono, adapters: AdaptersBackend): void {
  serve(api, ADAPTER_ROUTES.list, () => adapters.list());
  serve(api, ADAPTER_ROUTES.enable, ({ param }) => adapters.enable(param("name")));
  serve(api, ADAPTER_ROUTES.disable, ({ param }) => adapters.disable(param("name")));
}
