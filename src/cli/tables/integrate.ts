import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const INTEGRATE = {
  name: "integrate",
  summary: "add hooks to agents' settings, so that they report what they do",
  usage: ["agtmux integrate [agent…] [options]"],
  about: `Adds hooks to the settings of claude, codex, gemini, copilot, opencode, kilo, pi, cursor and qwen, so that they report to agtmux from their first second.
Without names, it takes the agents that are found here. Your own text in these files stays exactly as it is, and a copy of each changed
file is kept in backups/ in the home. If you run it again, it changes nothing, or updates an older integration.`,
  arguments: [{ completes: "adapter", repeated: true }],
  options: {
    target: {
      value: "NAME",
      completes: "target",
      does: "Do it on this target. agtmux logs in there by ssh as the daemon does, and uses the profile of your account there.",
    },
    user: { does: "Change your own settings, for all projects. This is the default." },
    project: {
      does: "Change the settings of the repository you are in: claude (.claude/settings.local.json), codex, gemini, opencode, kilo, pi, qwen.",
    },
    "project-dir": {
      value: "PATH",
      does: "Change the settings of the project in this directory; the path is absolute. On another machine, --project needs it.",
    },
    usage: {
      does: "Also have Claude's status line tell its cost, the size of its context and its limits, which it tells nowhere else. Your own status line command stays as it is. With --remove, remove only this.",
    },
    mcp: {
      does: "List agtmux among the MCP servers of these agents, so that they see and start each other (docs/mcp.md); the hooks stay as they are. With --remove, take only this out.",
    },
    "dry-run": { does: "Show the change as a diff, and write nothing." },
    remove: { does: "Remove agtmux's part again, and files and directories that contain nothing else." },
    ...JSON_OPTION,
  },
  notes: `Claude uses the hooks at once. Other agents that already run must be restarted. Codex then asks whether you trust the hooks.`,
  examples: [
    "agtmux integrate",
    "agtmux integrate claude --dry-run",
    "agtmux integrate claude --usage",
    "agtmux integrate --mcp",
    "agtmux integrate --target vm",
    "agtmux integrate --remove",
  ],
} as const satisfies CommandTable;
