import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const SERVICE = {
  name: "service",
  summary: "start the daemon at every login, and again after a crash",
  usage: ["agtmux service [status] [options]", "agtmux service install|remove [options]"],
  about: `Makes the daemon a service of your own systemd (Linux) or launchd (macOS; written from its manual, never run). It needs no root.
The service keeps the PATH and the AGTMUX_HOME of the shell that installs it. After a crash the daemon is started again, after ever longer
pauses of up to a minute (5 seconds each with systemd before 254, 10 with launchd). What it has to say is in daemon.log in the home and, with systemd, in the journal.`,
  arguments: [
    {
      words: {
        install:
          "write the service's file, start the daemon by it now and at every login; if it is installed already, bring it up to date",
        remove: "stop the daemon and remove the service",
        status: "show whether it is installed, starts at login and runs",
      },
    },
  ],
  options: {
    port: { value: "N", does: "With install: serve the dashboard on this port." },
    ...JSON_OPTION,
  },
  notes: `'agtmux daemon start', 'stop', 'restart' and 'status' work as ever. A machine that nobody logs in to starts it at boot after
'loginctl enable-linger'. Where there is no systemd session of yours, as in most containers and in WSL without systemd, put
'agtmux daemon start >/dev/null 2>&1' into your shell's profile instead.`,
  examples: ["agtmux service install", "agtmux service status", "agtmux service remove"],
} as const satisfies CommandTable;
