import { Hono } from "hono";
import { expect, it } from "vitest";
import { ENDPOINTS } from "../../core/protocol/routes/endpoints.ts";
import type { Route } from "../../core/protocol/routes/route.ts";
import { serve } from "./route.ts";

it("[AP9] times in answers are whole milliseconds; other numbers stay as they are", async () => {
  const api = new Hono();
  const told = { generated_at: 7.9, items: [{ at: 1.5, since: null, failing_since: 2.25, share: 0.5 }] };
  serve(api, { ...ENDPOINTS.daemon.health, access: "anybody" } as unknown as Route, () => told as never);
  const response = await api.request(ENDPOINTS.daemon.health.path);
  expect([response.headers.get("content-type"), await response.json()]).toEqual([
    "application/json",
    { generated_at: 7, items: [{ at: 1, since: null, failing_since: 2, share: 0.5 }] },
  ]);
});
