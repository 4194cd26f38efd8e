import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

const CREDS_OPTION = {
  value: "FILE",
  does: "A file that only you can read, with NATS credentials, the seed of an nkey, or user:password. With forget and --create: those of the server's admin.",
} as const;

export const FLEET = {
  name: "fleet",
  summary: "join other machines' daemons that nobody can ssh into, over a NATS server",
  usage: [
    "agtmux fleet join [<url>] [--name NAME] [--creds FILE] [--ca FILE] [--share state|words|output] [--person NAME] [--allow ROLE,…]",
    "agtmux fleet leave",
    "agtmux fleet [status] [--json]",
    "agtmux fleet list|doctor [--json]",
    "agtmux fleet forget <member> [--creds FILE]",
    "agtmux fleet permissions [<person>@]<name>… [--create --creds FILE]",
  ],
  about: `A fleet is a set of daemons that tell each other of their panes over a NATS server of yours (nats-server 2.9 or newer, with
JetStream). Every daemon dials out, so no machine has to be reachable. Nothing is shared before a daemon joins.

'join' writes the table [fleet] into config.toml and restarts the daemon. On a machine that has joined already it changes what is
named, and all else stays: 'agtmux fleet join --allow +laptop:answer'. docs/fleet.md tells how to begin.`,
  subcommands: {
    join: {
      name: "fleet join",
      does: "join the fleet at this address, such as nats://hub:4222 or tls://hub:4222; several with commas. After the first time, change how it is joined",
      arguments: [{}],
      options: {
        name: {
          value: "NAME",
          does: "This daemon's name in the fleet (default: the one it has, or the machine's host name).",
        },
        creds: CREDS_OPTION,
        ca: { value: "FILE", does: "The certificate that signs the server's, if the system does not know it." },
        allow: {
          value: "ROLE,…",
          does: "What other members may do here: look, answer, send, spawn; of one member laptop:send, of a person or team @ann:send (default: look). +laptop:send adds to what they may do already.",
        },
        person: { value: "NAME", does: "Whose member this is, if the server's rules name a person for it." },
        share: {
          oneOf: ["state", "words", "output"],
          does: "What the others are told: states only; also titles, folders and messages (the default); also output on request.",
        },
      },
    },
    leave: { name: "fleet leave", does: "remove everything that the server has of this daemon, and leave" },
    status: { name: "fleet status", does: "show the server, and how this daemon is connected", options: JSON_OPTION },
    list: { name: "fleet list", does: "show every member, and when it was last heard", options: JSON_OPTION },
    doctor: {
      name: "fleet doctor",
      does: "check the server's version, JetStream, encryption and permissions",
      options: JSON_OPTION,
    },
    forget: {
      name: "fleet forget",
      does: "remove what the server has of a member that is silent, and will not come back",
      arguments: [{}],
      options: {
        creds: CREDS_OPTION,
      },
    },
    permissions: {
      name: "fleet permissions",
      does: "print the account for the server's configuration that lets each of these members speak for itself only; PERSON@NAME also for that person, NAME=NKEY for its public nkey",
      arguments: [{ repeated: true }],
      options: {
        create: { does: "With permissions: make the members' buckets instead, as the server's admin." },
        creds: CREDS_OPTION,
      },
    },
  },
  examples: [
    "agtmux fleet join nats://hub.example.com:4222 --name laptop",
    "agtmux fleet join --allow +laptop:answer",
    "agtmux fleet permissions laptop buildbox",
    "agtmux fleet list",
  ],
} as const satisfies CommandTable;
