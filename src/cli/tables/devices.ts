import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const DEVICES = {
  name: "devices",
  summary: "list and remove the browsers that may act on agents",
  usage: [
    "agtmux devices [options]",
    "agtmux devices remove ID|--all [options]",
    "agtmux devices allow-pairing|forbid-pairing ID [options]",
    "agtmux devices allow-rules|forbid-rules ID [options]",
  ],
  about: `Lists the browsers that may act because they opened the dashboard's link or were paired, with the time when each was added and last
seen.`,
  arguments: [
    {
      words: {
        list: "list the devices; this is the default",
        remove: "refuse this device from now on, close what it has open, and remove the devices that it let in",
        "allow-pairing": "let this device make pairing links for other devices, which no device may do by default",
        "forbid-pairing": "no longer let this device make pairing links",
        "allow-rules":
          "let this device make, remove and resume rules, which by default only browsers may that opened the dashboard's link",
        "forbid-rules": "no longer let this device do that; it may still pause them",
      },
    },
    { repeated: true },
  ],
  options: { all: { does: "With remove: remove all devices." }, ...JSON_OPTION },
  examples: ["agtmux devices", "agtmux devices remove 3f9a01c2"],
} as const satisfies CommandTable;
