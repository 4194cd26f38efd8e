import type { Integration } from "../../adapter/integration.ts";
import { listAt, valueAt } from "../../adapter/payload.ts";
import { hookSettings } from "../../integrate/hook-settings.ts";
import { informativeEvents } from "../../integrate/informative-events.ts";
import { mcpServers } from "../../integrate/mcp-entries.ts";
import { DIALECT } from "./events.ts";

/** Shown in Gemini's list of hooks, and on its screen while one runs. */
const NAME = "agtmux";

export const INTEGRATION: Integration = {
  command: "gemini",
  folder: ({ home }) => `${home}/.gemini`,
  variables: [],
  file: "settings.json",
  projectFile: ".gemini/settings.json",
  settings: hookSettings({
    agent: DIALECT.agent,
    events: informativeEvents(DIALECT),
    commandKey: "command",
    entry: (command) => ({ matcher: "*", hooks: [{ name: NAME, type: "command", command, timeout: 10_000 }] }),
    reads: { comments: true, trailingCommas: false },
    disabled: (settings) => {
      if (valueAt(settings, "hooksConfig", "enabled") === false) return '"enabled" is false in "hooksConfig"';
      return listAt(settings, "hooksConfig", "disabled").includes(NAME)
        ? `"${NAME}" is among the "disabled" of "hooksConfig"`
        : null;
    },
  }),
  mcp: { file: ({ home }) => `${home}/.gemini/settings.json`, settings: mcpServers() },
  next: "restart the sessions that run already",
};
