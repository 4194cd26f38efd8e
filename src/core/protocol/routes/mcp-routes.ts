import { z } from "zod";
import {
  McpPauseRequest,
  McpStatus,
  ToolCallRequest,
  ToolChanges,
  ToolChangesRequest,
  ToolReport,
} from "../mcp/tools.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { route } from "./route.ts";
import { ACTION_FAULTS } from "./route-faults.ts";

/** A message of the protocol, whose own specification says what is in it. */
const Message = z.unknown();

const CALL_FAULTS = [...ACTION_FAULTS, "E_NOT_FOUND", "E_NOT_ALLOWED", "E_AGENTS_STOPPED", "E_AGENTS_LIMIT"] as const;

export const MCP_ROUTES = {
  call: route(ENDPOINTS.mcp.call, {
    summary: "A tool that an agent calls through 'agtmux mcp'",
    says: "Only over the unix socket. The caller is found by the processes above the one that it names, and is refused what that agent may not do. docs/mcp.md tells of each tool.",
    access: "socket",
    body: ToolCallRequest,
    answer: ToolReport,
    faults: CALL_FAULTS,
  }),
  changes: route(ENDPOINTS.mcp.changes, {
    summary: "Wait until agents change that the caller of 'agtmux mcp' may look at",
    access: "socket",
    body: ToolChangesRequest,
    answer: ToolChanges,
    faults: ["E_NOT_ALLOWED"],
  }),
  status: route(ENDPOINTS.mcp.status, {
    summary: "Whether agents may act on each other now",
    access: "act",
    answer: McpStatus,
  }),
  pause: route(ENDPOINTS.mcp.pause, {
    summary: "Stop all acting of agents on each other, or let it go on",
    says: "Every device may stop it; letting it go on needs the user, on the machine or with the token.",
    access: "act",
    body: McpPauseRequest,
    answer: McpStatus,
    faults: ["E_NOT_ALLOWED", "E_DISK_FULL"],
  }),
  speak: route(ENDPOINTS.mcp.speak, {
    summary: "MCP over streamable HTTP: the same tools as 'agtmux mcp', for a client with a key",
    says: "The body is a message of the protocol, and so is the response, as JSON or as events. A session belongs to the key that has begun it. docs/mcp.md tells how clients are set up.",
    access: "act",
    answer: Message,
    type: "text/event-stream",
    faults: ["E_INVALID_INPUT", "E_NOT_ALLOWED", "E_NOT_FOUND"],
  }),
  listen: route(ENDPOINTS.mcp.listen, {
    summary: "Notifications of a session of MCP over HTTP",
    access: "act",
    answer: Message,
    type: "text/event-stream",
    faults: ["E_NOT_ALLOWED", "E_NOT_FOUND"],
  }),
  end: route(ENDPOINTS.mcp.end, {
    summary: "End a session of MCP over HTTP",
    access: "act",
    answer: Message,
    faults: ["E_NOT_ALLOWED", "E_NOT_FOUND"],
  }),
};
