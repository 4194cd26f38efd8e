import { describe, expect, it } from "vitest";
import { ErrorBody } from "../../core/protocol/base/errors.ts";
import type { Fleet } from "../publish/fleet.ts";
import { AdapterRegistry } from "../runtimes/adapter-registry.ts";
import { openMemoryStore } from "../store/memory-store.ts";
import { type Backend, createApi } from "./api.ts";

describe("/v1/adapters", () => {
  it("[AP9] lists, disables and enables", async () => {
    const { registry, request } = setUp();
    expect(await request("GET", "/v1/adapters")).toEqual({ status: 200, body: registry.list() });
    const claude = registry.list().items[0];
    expect(await request("POST", "/v1/adapters/claude/disable")).toEqual({
      status: 200,
      body: { ...claude, enabled: false },
    });
    expect(registry.isEnabled("claude")).toBe(false);
    expect(await request("POST", "/v1/adapters/claude/enable")).toEqual({ status: 200, body: claude });
    expect(registry.isEnabled("claude")).toBe(true);
  });

  it("[AP7, AP9] a name that no adapter has is answered with 404 and the names that there are", async () => {
    const { request } = setUp();
    for (const action of ["enable", "disable"]) {
      const { status, body } = await request("POST", `/v1/adapters/..%2Fx/${action}`);
      expect([status, ErrorBody.parse(body).code]).toEqual([404, "E_ADAPTER_NOT_FOUND"]);
      expect(ErrorBody.parse(body).message).toMatch(/^there is no adapter \.\.\/x; there are claude, /);
    }
  });
});

function setUp() {
  const fleet = { summary: () => ({ by_agent: {} }) } as Pick<Fleet, "summary">;
  const registry = new AdapterRegistry({
    store: openMemoryStore(),
    fleet,
    clock: { now: () => 5 },
    versionsOf: () => ["2.1.0"],
  });
  const api = createApi({ adapters: registry } as unknown as Backend, "1.2.3");
  const request = async (method: string, path: string) => {
    const response = await api.request(path, { method });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  return { registry, request };
}
