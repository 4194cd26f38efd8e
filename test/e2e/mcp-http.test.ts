import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, it, onTestFinished } from "vitest";
import { askingAgents } from "../support/asking-agents.ts";
import { letIn, portOf, tokenOf } from "../support/http.ts";
import { callerOver } from "../support/mcp-client.ts";
import { until, untilPane } from "../support/sandbox.ts";

it("[MC11] a client with the token or a device's key has the tools over HTTP, for as long as the key counts", async () => {
  const { box, work } = await askingAgents("work");
  const status = await box.status();
  const url = new URL(`http://127.0.0.1:${portOf(status)}/v1/mcp`);
  const connect = async (headers: Record<string, string>) => {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as never);
    onTestFinished(() => client.close());
    return { ...callerOver(client), client };
  };
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const byToken = await connect(bearer(tokenOf(status)));
  expect((await byToken.call("list_agents")).value.agents).toMatchObject([{ agent: "claude", may: ["look", "act"] }]);

  const sent = await byToken.call("send", { ref: work.pane, text: "from afar" });
  expect(sent.isError, sent.text).toBe(false);
  await until(() => JSON.stringify(work.read()).includes('"[from remote] from afar"'));
  expect((await byToken.call("answer", { ref: work.pane, answer: "yes" })).text).toMatch(/may not answer/);
  await untilPane(box, work.pane, ({ state }) => state === "running");

  const { key, cookie } = await letIn(status.dashboard);
  const byDevice = await connect(bearer(key));
  expect((await byDevice.call("list_agents")).value.agents).toHaveLength(1);
  await expect(connect({})).rejects.toThrow(/401|E_UNAUTHORIZED/);
  await expect(connect({ cookie })).rejects.toThrow(/403|E_UNAUTHORIZED/);
  await expect(connect({ ...bearer(key), origin: "https://evil.example" })).rejects.toThrow(/403|E_FORBIDDEN_ORIGIN/);
  // somebody else's session is nobody's
  const id = (byToken.client.transport as unknown as { sessionId: string }).sessionId;
  const stolen = await fetch(url, {
    method: "POST",
    headers: { ...bearer(key), "mcp-session-id": id, accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  expect(stolen.status).toBe(404);

  await box.client.removeDevices(null);
  await expect(byDevice.call("list_agents")).rejects.toThrow();
  expect((await byToken.call("list_agents")).value.agents).toHaveLength(1);
});
