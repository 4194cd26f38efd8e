import type { Integration } from "../../adapter/integration.ts";
import { valueAt } from "../../adapter/payload.ts";
import { hookSettings } from "../../integrate/hook-settings.ts";
import { informativeEvents } from "../../integrate/informative-events.ts";
import { PLAIN_JSON } from "../../integrate/jsonc.ts";
import { mcpServers } from "../../integrate/mcp-entries.ts";
import { statusLineSettings } from "../../integrate/status-line-settings.ts";
import { DIALECT } from "./events.ts";

const DAY_S = 86_400;

export const INTEGRATION: Integration = {
  command: "claude",
  folder: ({ home, env }) => env.CLAUDE_CONFIG_DIR || `${home}/.claude`,
  variables: ["CLAUDE_CONFIG_DIR"],
  file: "settings.json",
  // the command contains the user's home, so it does not belong in a file that a team shares
  projectFile: ".claude/settings.local.json",
  settings: hookSettings({
    agent: DIALECT.agent,
    events: informativeEvents(DIALECT),
    commandKey: "command",
    // this hook runs while the dialog waits for a person, for as long as that takes
    decides: ["PermissionRequest"],
    entry: (command, _event, verb) => ({
      hooks: [{ type: "command", command, timeout: verb === "decide" ? DAY_S : 10 }],
    }),
    reads: PLAIN_JSON,
    disabled: (settings) => (valueAt(settings, "disableAllHooks") === true ? '"disableAllHooks" is true' : null),
  }),
  usage: statusLineSettings(DIALECT.agent),
  mcp: {
    file: ({ home, env }) => `${env.CLAUDE_CONFIG_DIR || home}/.claude.json`,
    settings: mcpServers({ type: "stdio" }),
  },
  next: "sessions that run already take it up by themselves",
};
