import { identifyBy } from "../../adapter/identify-by.ts";

/** The JavaScript versions overwrite their argv with `claude`, which hides their arguments. */
export const identify = identifyBy({
  // the installer keeps binaries named by their version
  binary: /\/claude$|\/claude\/versions\/\d+[^/]*$/,
  script: /\/@anthropic-ai\/claude-code\/cli(-wrapper)?\.[cm]?js$/,
  helpers: [
    "agents",
    "auth",
    "auto-mode",
    "config",
    "doctor",
    "gateway",
    "mcp",
    "plugin",
    "plugins",
    "remote-control",
    "setup-token",
    "ultrareview",
  ],
  chores: ["help", "import", "install", "kill", "logs", "purge", "respawn", "rm", "stop", "update", "upgrade"],
});
