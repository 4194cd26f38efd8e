import type { CommandTable } from "./command-table.ts";
import { GUARD_OPTIONS, JSON_OPTION, REFS } from "./shared-options.ts";

export const VIEW_OUTPUT = {
  name: "view-output",
  summary: "print the last lines of a pane",
  usage: ["agtmux view-output <ref> [options]"],
  about: `Prints the last lines of a pane, including lines that have scrolled away.

${REFS}`,
  arguments: [{ completes: "ref" }],
  options: {
    ...GUARD_OPTIONS,
    lines: { value: "N", does: "Print this many lines, from 1 to 10000 (default: 100)." },
    ansi: { does: "Keep the colours." },
    ...JSON_OPTION,
  },
  examples: ["agtmux view-output claude --lines 30"],
} as const satisfies CommandTable;
