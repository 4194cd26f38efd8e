import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const DAEMON = {
  name: "daemon",
  summary: "start and stop the daemon that watches tmux, and show its status",
  usage: ["agtmux daemon [status] [options]", "agtmux daemon run|start|stop|restart [options]"],
  about: `Controls agtmuxd, the daemon that watches your agents.`,
  arguments: [
    {
      words: {
        run: "run agtmuxd in the foreground until it is interrupted",
        start: "start agtmuxd in the background, and return when it answers; if it runs already, do nothing",
        stop: "stop agtmuxd, and return when its process has ended",
        restart:
          "stop and start agtmuxd after an update or a change of settings; if the new one could not start, the old one goes on; if a supervisor such as systemd has started it, the supervisor starts it again, with the options given here",
        status: "show pid, version, socket, port, the dashboard's link, and what is wrong",
      },
    },
  ],
  options: {
    port: { value: "N", does: "With run, start and restart: serve the dashboard on this port; 0 picks a free one." },
    ...JSON_OPTION,
  },
  notes: `If 'agtmux service install' has made the daemon a service, start and restart go through systemd or launchd.`,
  examples: ["agtmux daemon start", "agtmux daemon status --json"],
} as const satisfies CommandTable;
