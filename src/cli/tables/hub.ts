import type { CommandTable } from "./command-table.ts";

export const HUB = {
  name: "hub",
  summary: "run a daemon without a tmux of its own, that shows a fleet",
  usage: ["agtmux hub [<url>] [--name NAME] [--creds FILE] [--ca FILE] [--port N]"],
  about: `Runs in the foreground until it is interrupted, as 'agtmux daemon run' does, and watches no tmux: it shows the agents of all
members of the fleet, in lists and in the dashboard, on a machine that is always on. It needs no tmux.

With an address it writes the table [fleet] of config.toml first; without one it takes the fleet that is there.`,
  arguments: [{}],
  options: {
    name: { value: "NAME", does: "Its name in the fleet (default: the one it has, or hub)." },
    creds: {
      value: "FILE",
      does: "A file that only you can read, with NATS credentials, the seed of an nkey, or user:password.",
    },
    ca: { value: "FILE", does: "The certificate that signs the server's, if the system does not know it." },
    port: { value: "N", does: "Serve the dashboard on this port; 0 picks a free one." },
  },
  notes: "docs/fleet.md tells how to begin, and examples/hub.compose.yaml has a NATS server and a hub for Docker.",
  examples: ["agtmux hub nats://127.0.0.1:4222"],
} as const satisfies CommandTable;
