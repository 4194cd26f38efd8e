import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { Fault } from "../../core/protocol/base/fault.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { UsageReport } from "../usage/usage-report.ts";
import { mountUsage } from "./usage-api.ts";

function api(): Hono {
  const app = new Hono();
  const clock = { now: () => new Date(2026, 10, 17, 12).getTime() };
  mountUsage(app, new UsageReport({ store: openMemoryStore(), prices: [], clock }));
  app.onError((error, context) => context.json(error instanceof Fault ? error.toBody() : {}, 400));
  return app;
}

describe("GET /v1/usage", () => {
  it("[UG10] takes a grouping and days, and says what it cannot read", async () => {
    const list = await (await api().request("/v1/usage?by=model&since=2026-11-01")).json();
    expect(list).toMatchObject({ by: "model", since: "2026-11-01", until: "2026-11-17", items: [], limits: [] });
    for (const wrong of ["by=pane", "since=yesterday", "until=2026-1-1"])
      expect(await (await api().request(`/v1/usage?${wrong}`)).text()).toContain("E_INVALID_INPUT");
  });
});
