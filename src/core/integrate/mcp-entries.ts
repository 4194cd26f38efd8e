import type { McpServer } from "../adapter/integration.ts";
import type { Settings } from "../adapter/settings.ts";
import type { JsonValue } from "./json-value.ts";
import { mcpJson } from "./mcp-json.ts";
import { isOurProgram, SERVER_ARGS } from "./mcp-server.ts";

/** The form that most agents have taken over: `{"mcpServers": {"agtmux": {"command": "…", "args": ["mcp"]}}}`. */
export function mcpServers(more: Readonly<Record<string, JsonValue>> = {}): (server: McpServer) => Settings {
  return mcpJson({
    key: "mcpServers",
    entry: ({ program, home }) => ({
      ...more,
      command: program,
      args: [...SERVER_ARGS],
      ...(home !== null && { env: { AGTMUX_HOME: home } }),
    }),
    isOurs: ({ command, args }) => isOurProgram(command) && JSON.stringify(args) === JSON.stringify(SERVER_ARGS),
  });
}
