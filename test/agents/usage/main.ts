import { parseArgs } from "node:util";
import { namedAgents } from "../named-agents.ts";
import { Run } from "../run.ts";
import { compareUsage } from "./compare-usage.ts";
import { withStatusLine } from "./status-line.ts";
import { WAKE_AFTER_MS, wakeRounds } from "./wake-rounds.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: "boolean", default: false },
    /** Only two turns of each. */
    short: { type: "boolean", default: false },
    versions: { type: "string", default: "newest" },
    over: { type: "string", default: "here" },
    /** How often Codex runs into its limit; 0 for not at all. */
    rounds: { type: "string", default: "20" },
    /** Only that. */
    limits: { type: "boolean", default: false },
  },
});

let current: Run | null = null;
// a daemon and a tmux server would outlive us
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void current?.end().then(() => process.exit(1)));

const report = (line: string) => console.log(line);
let wrong = 0;
for (const named of namedAgents(positionals)) {
  const agent = withStatusLine(values.versions === "older" ? { ...named, ...named.older } : named);
  const over = values.over === "ssh" ? "ssh" : "here";
  const settings = { AGTMUX_WAKE_AFTER: `${WAKE_AFTER_MS}ms` };
  current = await Run.begin(agent, { keep: values.keep, over, settings, report });
  try {
    if (!values.limits) wrong += await compareUsage(current, { isShort: values.short, report });
    // the others go on by themselves, or tell no reset
    if (agent.name === "codex" && !values.short) wrong += await wakeRounds(current, Number(values.rounds), report);
  } finally {
    await current.end();
  }
}
console.log(wrong === 0 ? "everything is right" : `${wrong} are wrong`);
process.exit(wrong === 0 ? 0 : 1);
