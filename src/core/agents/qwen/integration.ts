import type { Integration } from "../../adapter/integration.ts";
import { valueAt } from "../../adapter/payload.ts";
import { hookSettings } from "../../integrate/hook-settings.ts";
import { informativeEvents } from "../../integrate/informative-events.ts";
import { mcpServers } from "../../integrate/mcp-entries.ts";
import { DIALECT } from "./events.ts";

/** Shown in its list of hooks. */
const NAME = "agtmux";

export const INTEGRATION: Integration = {
  command: "qwen",
  folder: ({ home, env }) => env.QWEN_HOME || `${home}/.qwen`,
  variables: ["QWEN_HOME"],
  file: "settings.json",
  projectFile: ".qwen/settings.json",
  settings: hookSettings({
    agent: DIALECT.agent,
    events: informativeEvents(DIALECT),
    commandKey: "command",
    // no hook decides: while one waits at a permission request, its dialog is hidden.
    // No timeout: older versions take it for milliseconds, newer ones for seconds
    entry: (command) => ({ hooks: [{ type: "command", name: NAME, command }] }),
    reads: { comments: true, trailingCommas: false },
    disabled: (settings) => (valueAt(settings, "disableAllHooks") === true ? '"disableAllHooks" is true' : null),
  }),
  mcp: {
    file: ({ home, env }) => `${env.QWEN_HOME || `${home}/.qwen`}/settings.json`,
    settings: mcpServers(),
  },
  next: "restart the sessions that run already",
};
