import type { Hono } from "hono";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { CallerPlace, McpStatus, ToolChanges, ToolReport } from "../../core/protocol/mcp/tools.ts";
import { MCP_ROUTES } from "../../core/protocol/routes/mcp-routes.ts";
import { principalIn } from "./request-context.ts";
import { serve } from "./route.ts";

/** The tools for agents, as the API uses them. */
export interface McpBackend {
  callAt(place: CallerPlace, tool: string, input: unknown, signal: AbortSignal): Promise<ToolReport>;
  changesAt(place: CallerPlace, after: string | null, signal: AbortSignal): Promise<ToolChanges>;
  status(): McpStatus;
  pause(paused: boolean): McpStatus;
}

export function mountMcp(api: Hono, mcp: McpBackend): void {
  serve(api, MCP_ROUTES.call, ({ body, param, context }) =>
    mcp.callAt(body.caller, param("tool"), body.arguments, context.req.raw.signal),
  );
  serve(api, MCP_ROUTES.changes, ({ body, context }) => mcp.changesAt(body.caller, body.after, context.req.raw.signal));
  serve(api, MCP_ROUTES.status, () => mcp.status());
  serve(api, MCP_ROUTES.pause, ({ body, context }) => {
    if (!body.paused && principalIn(context).device !== null)
      throw new Fault(
        "E_NOT_ALLOWED",
        "a device may stop agents from acting, and not let them: use agtmux on the machine",
      );
    return mcp.pause(body.paused);
  });
}
