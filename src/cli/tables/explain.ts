import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION, REFS } from "./shared-options.ts";

export const EXPLAIN = {
  name: "explain",
  summary: "show why an agent has the state that it has",
  usage: ["agtmux explain <ref> [options]"],
  about: `Shows the state of one pane and every piece of evidence: what decided, what agreed, what was overruled, and why.

${REFS}`,
  arguments: [{ completes: "ref" }],
  options: JSON_OPTION,
  examples: ["agtmux explain claude", "agtmux explain pane:host/work/@1/%3"],
} as const satisfies CommandTable;
