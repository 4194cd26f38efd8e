import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { onTestFinished } from "vitest";
import { AGTMUX, type Sandbox } from "./sandbox.ts";

export interface ToolAnswer {
  isError: boolean;
  text: string;
  /** Of an answer that is no error. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare parts of it
  value: any;
}

export interface ToolCaller {
  client: Client;
  call(tool: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
}

/** The SDK's own client over `agtmux mcp`, as an agent in this pane would start it; null is outside of tmux. */
export async function mcpClient(box: Sandbox, paneId: string | null): Promise<ToolCaller> {
  const place = paneId === null ? {} : { TMUX: tmuxOf(box), TMUX_PANE: paneId };
  const env = { ...box.env, ...place } as Record<string, string>;
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: AGTMUX, args: ["mcp"], env, cwd: box.workspace }));
  onTestFinished(() => client.close());
  return callerOver(client);
}

export function callerOver(client: Client): ToolCaller {
  return {
    client,
    async call(name, input = {}) {
      const { content, isError } = await client.callTool({ name, arguments: input }, undefined, { timeout: 120_000 });
      const [{ text } = { text: "" }] = content as { text: string }[];
      return { isError: isError === true, text, value: isError === true ? null : JSON.parse(text) };
    },
  };
}

function tmuxOf(box: Sandbox): string {
  return box.tmux("display-message", "-p", "#{socket_path},#{pid},0");
}
