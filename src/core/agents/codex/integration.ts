import type { Integration } from "../../adapter/integration.ts";
import { hookSettings } from "../../integrate/hook-settings.ts";
import { informativeEvents } from "../../integrate/informative-events.ts";
import { PLAIN_JSON } from "../../integrate/jsonc.ts";
import { mcpToml } from "../../integrate/mcp-toml.ts";
import { DIALECT } from "./events.ts";
import { awaitingReview, hooksOff } from "./hook-review.ts";

/** Events for which it allows hooks 3 seconds, and complains about more. */
const HURRIED = new Set(["SessionEnd", "Interrupt"]);

export const INTEGRATION: Integration = {
  command: "codex",
  folder: ({ home, env }) => env.CODEX_HOME || `${home}/.codex`,
  variables: ["CODEX_HOME"],
  file: "hooks.json",
  projectFile: ".codex/hooks.json",
  settings: hookSettings({
    agent: DIALECT.agent,
    // notify belongs to the user; hooks report everything that it does, and more
    events: informativeEvents(DIALECT, "notify"),
    commandKey: "command",
    entry: (command, event) => ({ hooks: [{ type: "command", command, timeout: HURRIED.has(event) ? 3 : 10 }] }),
    reads: PLAIN_JSON,
  }),
  switches: { file: "config.toml", disabled: hooksOff, awaiting: awaitingReview },
  mcp: {
    file: ({ home, env }) => `${env.CODEX_HOME || `${home}/.codex`}/config.toml`,
    settings: mcpToml("mcp_servers"),
  },
  next: 'start Codex anew: it asks once ("Hooks need review"), and runs none of them until you trust them',
};
