import { parseArgs } from "node:util";
import type { Agent } from "../agent.ts";
import { TELLING } from "../agents.ts";
import { namedAgents } from "../named-agents.ts";
import { Run } from "../run.ts";
import { withoutHelpers } from "../without-helpers.ts";
import { compareUsage } from "./compare-usage.ts";
import { limitRound } from "./limit-round.ts";
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
    /** Only limits. */
    limits: { type: "boolean", default: false },
  },
});

let current: Run | null = null;
// a daemon and a tmux server would outlive us
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void current?.end().then(() => process.exit(1)));

const report = (line: string) => console.log(line);
let wrong = 0;
for (const named of namedAgents(positionals, TELLING)) {
  const agent = withStatusLine(withoutHelpers(values.versions === "older" ? { ...named, ...named.older } : named));
  if (!values.limits) wrong += await play(agent, (run) => compareUsage(run, { isShort: values.short, report }));
  const { limit } = agent;
  if (values.short || limit === undefined) continue;
  wrong += await (limit === "has to be told to go on"
    ? play(agent, (run) => wakeRounds(run, Number(values.rounds), report))
    : play({ ...agent, launch: limit.launch ?? agent.launch }, (run) => limitRound(run, limit, report)));
}
console.log(wrong === 0 ? "everything is right" : `${wrong} are wrong`);
process.exit(wrong === 0 ? 0 : 1);

/** Plays one part with a daemon and a model of its own; returns how much went wrong. */
async function play(agent: Agent, part: (run: Run) => Promise<number>): Promise<number> {
  const over = values.over === "ssh" ? "ssh" : "here";
  const settings = { AGTMUX_WAKE_AFTER: `${WAKE_AFTER_MS}ms` };
  const run = await Run.begin(agent, { keep: values.keep, over, settings, report });
  current = run;
  try {
    return await part(run);
  } finally {
    await run.end();
  }
}
