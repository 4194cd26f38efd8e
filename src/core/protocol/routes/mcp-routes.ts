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
};
