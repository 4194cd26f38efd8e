export { mcpCommand } from "../commands/mcp.ts";
