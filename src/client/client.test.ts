import { describe, expect, it } from "vitest";
import { type Client, createClient } from "./client.ts";
import type { Transport } from "./transport.ts";

const LONGEST_CONNECT_MS = 60_000;

async function asks(call: (client: Client) => Promise<unknown>): Promise<Parameters<Transport>> {
  let asked: Parameters<Transport> | null = null;
  await call(
    createClient(async (...request) => {
      asked = request;
    }),
  );
  if (asked === null) throw new Error("nothing was asked");
  return asked;
}

describe("createClient", () => {
  it.each<[string, (client: Client) => Promise<unknown>, string | undefined]>([
    ["POST /v1/targets", (client) => client.addTarget({ name: "vm1", kind: "local" }), '{"name":"vm1","kind":"local"}'],
    ["POST /v1/targets/vm1/connect", (client) => client.connectTarget("vm1"), undefined],
    ["DELETE /v1/targets/vm1", (client) => client.removeTarget("vm1"), undefined],
    ["POST /v1/targets/vm1/doctor", (client) => client.doctor("vm1"), undefined],
  ])("[AP9] %s has the time that another machine may take", async (line, call, body) => {
    const [method, path, request] = await asks(call);
    expect([`${method} ${path}`, request?.body]).toEqual([line, body]);
    expect(request?.timeoutMs).toBeGreaterThan(LONGEST_CONNECT_MS);
  });

  it("[AP20] a request that waits for a state has that much more time", async () => {
    const timeoutOf = async (call: (client: Client) => Promise<unknown>) => (await asks(call))[2]?.timeoutMs ?? 0;
    const request = { ref: "x", text: "y" };
    const usual = await timeoutOf((client) => client.send(request));
    expect(await timeoutOf((client) => client.send({ ...request, wait: "idle", timeout_ms: 5_000 }))).toBe(
      usual + 5_000,
    );
    expect(await timeoutOf((client) => client.send({ ...request, wait: "idle" }))).toBe(usual + 600_000);
  });

  it("[AP9] adapters are listed and switched by name, and no name leads to another path", async () => {
    expect(await asks((client) => client.adapters())).toEqual(["GET", "/v1/adapters", {}]);
    expect(await asks((client) => client.enableAdapter("claude"))).toEqual(["POST", "/v1/adapters/claude/enable", {}]);
    expect(await asks((client) => client.disableAdapter("../x"))).toEqual(["POST", "/v1/adapters/..%2Fx/disable", {}]);
  });

  it("[AP9] the daemon's own list comes at once, and no name leads to another path", async () => {
    expect(await asks((client) => client.targets())).toEqual(["GET", "/v1/targets", {}]);
    expect((await asks((client) => client.removeTarget("../panes?x")))[1]).toBe("/v1/targets/..%2Fpanes%3Fx");
  });
});
