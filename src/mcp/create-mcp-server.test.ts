import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { Fault } from "../core/protocol/base/fault.ts";
import { TOOLS } from "../core/protocol/mcp/tools.ts";
import { createMcpServer, type ToolsBackend } from "./create-mcp-server.ts";

const REF = "pane:host/app/@1/%3";
const URI = `agtmux://agent/${encodeURIComponent(REF)}`;

/** A client over a server whose backend knows one agent, and hands out these changes one after the other. */
async function connected(changes: Awaited<ReturnType<ToolsBackend["changes"]>>[] = []) {
  const closed = new AbortController();
  const waiting = [...changes];
  const backend: ToolsBackend = {
    async call(tool, input) {
      if (tool === "list_agents") return { agents: [{ ref: REF, agent: "claude", place: "app/%3" }] };
      if ((input as { ref: string }).ref !== REF) throw new Fault("E_REF_NOT_FOUND", "nobody is called so");
      return { tool, input };
    },
    changes: async (after) =>
      after === null
        ? { cursor: "0", changed: [], is_other_list: false }
        : (waiting.shift() ?? new Promise(() => undefined)),
  };
  const server = createMcpServer(backend, "1.0.0", closed.signal);
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  onTestFinished(async () => {
    closed.abort();
    await client.close();
  });
  return client;
}

describe("createMcpServer", () => {
  it("[MC8] each tool has a description and a schema of plain JSON Schema that takes nothing else", async () => {
    const { tools } = await (await connected()).listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS));
    for (const { name, description, inputSchema, annotations } of tools) {
      expect(description, name).toMatch(/\w/);
      expect(inputSchema, name).toMatchObject({ type: "object", additionalProperties: false });
      expect(JSON.stringify(inputSchema), name).not.toMatch(/\$ref|\$schema|anyOf|allOf/);
      expect(annotations?.readOnlyHint, name).toBe(!TOOLS[name as keyof typeof TOOLS].acts);
    }
  });

  it("[MC8] a refusal is an answer that says what to do next", async () => {
    const answer = await (await connected()).callTool({ name: "get_agent", arguments: { ref: "x" } });
    const text = "nobody is called so [E_REF_NOT_FOUND]\nCall list_agents, and use a ref from there.";
    expect(answer).toEqual({ content: [{ type: "text", text }], isError: true });
  });

  it("[MC10] agents and their conversations are resources", async () => {
    const client = await connected();
    const { resources } = await client.listResources();
    expect(resources.map(({ uri, name }) => [uri, name])).toEqual([
      [URI, "claude in app/%3"],
      [URI.replace("agent", "conversation"), "conversation of claude in app/%3"],
    ]);
    const { contents } = await client.readResource({ uri: URI });
    expect(contents).toEqual([
      { uri: URI, mimeType: "application/json", text: JSON.stringify({ tool: "get_agent", input: { ref: REF } }) },
    ]);
    await expect(client.readResource({ uri: "agtmux://agent/nobody" })).rejects.toThrow(/E_REF_NOT_FOUND/);
    await expect(client.readResource({ uri: "file:///etc/passwd" })).rejects.toThrow(/none of agtmux:/);
    await expect(client.readResource({ uri: "agtmux://agent/%" })).rejects.toThrow(/none of agtmux:/);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
  });

  it("[MC10] who has subscribed is told of a change, and everybody of agents that come or go", async () => {
    const client = await connected([
      { cursor: "1", changed: ["pane:host/app/@1/%9", REF], is_other_list: false },
      { cursor: "2", changed: [], is_other_list: true },
    ]);
    const told: string[] = [];
    const isOther = new Promise<void>((resolve) => {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void told.push(params.uri));
      client.setNotificationHandler(ResourceListChangedNotificationSchema, () => resolve());
    });
    await client.subscribeResource({ uri: URI });
    await isOther;
    expect(told).toEqual([URI]);
    await expect(client.subscribeResource({ uri: "agtmux://agent/nobody" })).rejects.toThrow(/E_REF_NOT_FOUND/);
  });

  it("[MC10] there are prompts to ask a reviewer and to split a task, and a missing word is named", async () => {
    const client = await connected();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["ask_a_reviewer", "split_this_task"]);
    const review = await client.getPrompt({ name: "ask_a_reviewer", arguments: { agent: "codex", focus: "races" } });
    expect(JSON.stringify(review.messages)).toMatch(/spawn codex .* above all at: races/);
    await expect(client.getPrompt({ name: "split_this_task" })).rejects.toThrow(/wants task/);
    await expect(client.getPrompt({ name: "dance" })).rejects.toThrow(/there is no prompt dance/);
  });
});
