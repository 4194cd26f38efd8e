import { identifyBy } from "../../adapter/identify-by.ts";

export const identify = identifyBy({
  binary: /\/opencode$/,
  helpers: [
    "acp",
    "agent",
    "auth",
    "completion",
    "db",
    "debug",
    "github",
    "mcp",
    "models",
    "plug",
    "plugin",
    "providers",
    "serve",
    "session",
    "stats",
    "web",
  ],
  chores: ["export", "help", "import", "uninstall", "upgrade"],
});
