import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const AUDIT = {
  name: "audit",
  summary: "show who did what to which agent, and what was refused",
  usage: ["agtmux audit [options]"],
  about: `Shows what was done to agents through agtmux, newest last: who did it, what they did, to which agent, and the outcome. It includes how
far a text came, what spawn, dispose and resume created, removed and typed, and what was refused and why.

Typing in a terminal of the dashboard is one line: who typed, where and how much, but never what. Texts are shortened, and secrets
are removed from them. Entries are kept as long as events are (setting keep_metadata).`,
  options: {
    since: { value: "SPAN|TIME", does: "Show only what was done since then: 1h ago, or 2026-02-13T10:00:00Z." },
    ...JSON_OPTION,
  },
  examples: ["agtmux audit --since 1h", `agtmux audit --json | jq '.items[] | select(.outcome == "refused")'`],
} as const satisfies CommandTable;
