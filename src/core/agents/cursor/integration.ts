import type { Integration } from "../../adapter/integration.ts";
import { hookSettings } from "../../integrate/hook-settings.ts";
import { informativeEvents } from "../../integrate/informative-events.ts";
import { PLAIN_JSON } from "../../integrate/jsonc.ts";
import { mcpServers } from "../../integrate/mcp-entries.ts";
import { DIALECT } from "./events.ts";

/** Only the events that all tools have, so that each tool call is reported once. */
const SAME_AGAIN = [
  "beforeShellExecution",
  "afterShellExecution",
  "beforeMCPExecution",
  "afterMCPExecution",
  "beforeReadFile",
  "afterFileEdit",
  "afterAgentThought",
];

/** Known from its documentation alone, as the adapter is. */
export const INTEGRATION: Integration = {
  command: "cursor-agent",
  folder: ({ home }) => `${home}/.cursor`,
  variables: [],
  file: "hooks.json",
  // hooks in a project's .cursor also run in the editor and in the cloud
  projectFile: null,
  settings: hookSettings({
    agent: DIALECT.agent,
    events: informativeEvents(DIALECT, ...SAME_AGAIN),
    commandKey: "command",
    entry: (command) => ({ command, timeout: 10 }),
    frame: { version: 1 },
    reads: PLAIN_JSON,
  }),
  mcp: { file: ({ home }) => `${home}/.cursor/mcp.json`, settings: mcpServers() },
  next: "restart the sessions that run already",
};
