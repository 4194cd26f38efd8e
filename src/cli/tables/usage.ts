import type { CommandTable } from "./command-table.ts";
import { JSON_OPTION } from "./shared-options.ts";

export const USAGE = {
  name: "usage",
  summary: "show tokens, money and limits by day, project, agent, model, account or member",
  usage: ["agtmux usage [options]"],
  about: `Shows how many tokens your agents have used and what that cost, and how much of the limits of your accounts is used up. The figures are
those that the agents record themselves: each token is counted once, cached input apart from other input, reasoning apart from other
output.

A cost is what the agent recorded. With ~ a part of it is computed by the prices in config.toml ([[usage.prices]]); with + calls without a
price are missing from it. Days are those of this machine's clock, and are kept for 400 days.

In a fleet the sums are those of all members that share words. Whoever does not is named below.`,
  options: {
    by: {
      value: "day|project|agent|model|account|member",
      completes: ["day", "project", "agent", "model", "account", "member"],
      does: "What the sums are of; day if absent. A project is the folder in which an agent was started, an account an agent on a target, a member a daemon of the fleet.",
    },
    since: { value: "SPAN|DAY", does: "The first day: 7d ago, or 2026-02-13. 30 days if absent." },
    csv: { does: "Print comma-separated values, with all counts." },
    ...JSON_OPTION,
  },
  notes: "The JSON follows schemas/usage-list.json.",
  examples: ["agtmux usage", "agtmux usage --by project --since 7d", "agtmux usage --by model --csv"],
} as const satisfies CommandTable;
