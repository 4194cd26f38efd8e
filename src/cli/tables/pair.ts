import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const PAIR = {
  name: "pair",
  summary: "print a link and a QR code that let in one device, once",
  usage: ["agtmux pair [options]"],
  about: `Prints a link that lets one device act on agents, and on a terminal also its QR code. The link works once, within ten minutes. An earlier
link stops working. For a phone, the setting public_url must say where your own proxy serves the dashboard (docs/phone.md).`,
  options: JSON_OPTION,
  examples: ["agtmux pair"],
} as const satisfies CommandTable;
