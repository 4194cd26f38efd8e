import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const TOKEN = {
  name: "token",
  summary: "replace the API token; every device and open link stops working",
  usage: ["agtmux token rotate [options]"],
  about: `Makes a new token (~/.agtmux/token) for programs of yours that use the API over TCP. Everything that was granted with the old token stops
working: every device, cookie and open link.`,
  arguments: [{ words: { rotate: "make a new token, and revoke the old one" } }],
  options: JSON_OPTION,
  examples: ["agtmux token rotate"],
} as const satisfies CommandTable;
