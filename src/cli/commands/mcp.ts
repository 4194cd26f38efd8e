import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { CallerPlace, McpStatus } from "../../core/protocol/mcp/tools.ts";
import { createMcpServer } from "../../mcp/create-mcp-server.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { paneIfAny } from "../common/tmux-pane.ts";
import { MCP } from "../tables/mcp.ts";

/** Serves MCP for the agent that has started this process; or shows or sets whether agents may act. */
export async function mcpCommand([action, ...args]: string[], context: Context): Promise<void> {
  switch (action) {
    case undefined:
      return serve(context);
    case "status": {
      const { values } = readOptions(MCP.subcommands.status, args);
      const status = await context.client.mcpStatus();
      return context.out(values.json ? JSON.stringify(status) : statusWords(status));
    }
    case "pause": {
      const { values } = readOptions(MCP.subcommands.pause, args);
      const status = await context.client.pauseMcp(values.off !== true);
      return context.out(values.json ? JSON.stringify(status) : statusWords(status));
    }
    default:
      throw new Fault("E_USAGE", `mcp wants nothing, status or pause, not "${action}"`);
  }
}

async function serve({ client, version }: Context): Promise<void> {
  const caller = callerPlace();
  const server = createMcpServer(
    {
      call: async (tool, input) => (await client.callTool(tool, { caller, arguments: input ?? {} })).result,
      changes: (after) => client.toolChanges({ caller, after }),
    },
    version,
    new AbortController().signal,
  );
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    // an agent that ends closes our input, and nothing else
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  // a call or a wait may be open, for nobody
  process.exit(0);
}

/** Where this process runs. The daemon looks for the agent above it; a model has no part in that. */
function callerPlace(): CallerPlace {
  const pane = paneIfAny();
  return { pid: process.pid, pane_id: pane?.id ?? null, tmux_server_pid: pane?.serverPid ?? null };
}

function statusWords({ paused, is_off }: McpStatus): string {
  if (is_off) return "agents may not act on each other: config.toml says so (acting in [mcp])";
  return paused
    ? "agents may not act on each other: paused, until 'agtmux mcp pause --off'"
    : "agents may act on each other, as far as each is allowed";
}
