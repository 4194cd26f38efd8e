import type { Context, Hono } from "hono";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { CallerPlace, McpStatus, ToolChanges, ToolReport } from "../../core/protocol/mcp/tools.ts";
import { MCP_ROUTES } from "../../core/protocol/routes/mcp-routes.ts";
import { parseOutside } from "../../core/text/parse-outside.ts";
import type { HttpSessions } from "../../mcp/http-sessions.ts";
import { actorOf } from "./actor-of.ts";
import type { Principal } from "./gate.ts";
import { principalIn } from "./request-context.ts";
import { serve, serveResponse } from "./route.ts";

/** The tools for agents, as the API uses them. */
export interface McpBackend {
  callAt(place: CallerPlace, tool: string, input: unknown, signal: AbortSignal): Promise<ToolReport>;
  changesAt(place: CallerPlace, after: string | null, signal: AbortSignal): Promise<ToolChanges>;
  callBy(actor: Actor, tool: string, input: unknown, signal: AbortSignal): Promise<ToolReport>;
  changesBy(actor: Actor, after: string | null, signal: AbortSignal): Promise<ToolChanges>;
  status(): McpStatus;
  pause(paused: boolean): McpStatus;
}

export interface McpHttp {
  /** Null where the library is not there. */
  sessions(): HttpSessions | null;
  /** Calls `listener` when the client loses its access. */
  onVoid(principal: Principal, listener: () => void): () => void;
}

export function mountMcp(api: Hono, mcp: McpBackend, http: McpHttp): void {
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
  for (const route of [MCP_ROUTES.speak, MCP_ROUTES.listen, MCP_ROUTES.end])
    serveResponse(api, route, ({ context }) => speak(context, mcp, http));
}

async function speak(context: Context, mcp: McpBackend, { sessions, onVoid }: McpHttp): Promise<Response> {
  const principal = principalIn(context);
  if (principal.by !== "token" && principal.by !== "key")
    throw new Fault("E_NOT_ALLOWED", "MCP over HTTP is for clients with a key; on the machine itself use 'agtmux mcp'");
  const open = sessions();
  if (open === null) throw new Fault("E_NOT_FOUND", "this daemon does not speak MCP over HTTP");
  const actor = actorOf(context);
  return open.handle(context.req.raw, await bodyOf(context), {
    id: principal.device ?? principal.by,
    backend: {
      call: async (tool, input, signal) => (await mcp.callBy(actor, tool, input, signal)).result,
      changes: (after, signal) => mcp.changesBy(actor, after, signal),
    },
    onRevoked: (listener) => onVoid(principal, listener),
  });
}

async function bodyOf(context: Context): Promise<unknown> {
  if (context.req.method !== "POST") return undefined;
  try {
    return parseOutside(await context.req.text());
  } catch (cause) {
    throw new Fault("E_INVALID_INPUT", "the body is not JSON", {}, cause);
  }
}
