import type { Integration } from "../../adapter/integration.ts";
import { hookSettings } from "../../integrate/hook-settings.ts";
import { informativeEvents } from "../../integrate/informative-events.ts";
import { PLAIN_JSON } from "../../integrate/jsonc.ts";
import { mcpServers } from "../../integrate/mcp-entries.ts";
import { DIALECT } from "./events.ts";

export const INTEGRATION: Integration = {
  command: "copilot",
  folder: ({ home, env }) => env.COPILOT_HOME || `${home}/.copilot`,
  variables: ["COPILOT_HOME"],
  file: "hooks/agtmux.json",
  // hooks in a repository's .github/hooks also run in GitHub's cloud, where there is no agtmux
  projectFile: null,
  settings: hookSettings({
    agent: DIALECT.agent,
    events: informativeEvents(DIALECT),
    commandKey: "bash",
    entry: (command) => ({ type: "command", bash: command, timeoutSec: 10 }),
    frame: { version: 1 },
    reads: PLAIN_JSON,
  }),
  mcp: {
    file: ({ home, env }) => `${env.COPILOT_HOME || `${home}/.copilot`}/mcp-config.json`,
    settings: mcpServers({ type: "local", tools: ["*"] }),
  },
  next: "restart the sessions that run already",
};
