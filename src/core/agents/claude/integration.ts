import { hookSettings } from "../../integrate/hook-settings.ts";
import type { Integration } from "../../integrate/integration.ts";
import { PLAIN_JSON } from "../../integrate/jsonc.ts";
import { tellingEvents } from "../../integrate/telling-events.ts";
import { valueAt } from "../payload.ts";
import { DIALECT } from "./events.ts";

export const INTEGRATION: Integration = {
  command: "claude",
  folder: ({ home, env }) => env.CLAUDE_CONFIG_DIR || `${home}/.claude`,
  variables: ["CLAUDE_CONFIG_DIR"],
  file: "settings.json",
  // the command names a person's home: it is not for the file that a team shares
  projectFile: ".claude/settings.local.json",
  settings: hookSettings({
    agent: DIALECT.agent,
    events: tellingEvents(DIALECT),
    commandKey: "command",
    entry: (command) => ({ hooks: [{ type: "command", command, timeout: 10 }] }),
    reads: PLAIN_JSON,
    disabled: (settings) => (valueAt(settings, "disableAllHooks") === true ? '"disableAllHooks" is true' : null),
  }),
  next: "sessions that run already take it up by themselves",
};
