import { identifyBy } from "../../adapter/identify-by.ts";

export const identify = identifyBy({
  // downloaded releases are named by their platform
  binary: /\/codex(-(x86_64|aarch64)-[\w-]+)?$/,
  script: /\/@openai\/codex\/bin\/codex\.js$/,
  helpers: [
    "agents",
    "app-server",
    "cloud",
    "completion",
    "debug",
    "doctor",
    "exec-server",
    "features",
    "login",
    "logout",
    "mcp",
    "mcp-server",
    "migrate-nfs-db",
    "migrate-rollouts",
    "plugin",
    "proto",
    "remote-control",
    "responses-api-proxy",
    "sandbox",
    "stdio-to-uds",
  ],
  chores: ["a", "apply", "archive", "delete", "help", "queue", "unarchive", "update"],
});
