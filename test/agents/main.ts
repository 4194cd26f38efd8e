import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type AgentSamples, accuracyTable, totalsOf } from "./accuracy-table.ts";
import { AGENTS } from "./agents.ts";
import { namedAgents } from "./named-agents.ts";
import { Run } from "./run.ts";
import { runAgent } from "./run-agent.ts";
import { SITUATIONS } from "./situations.ts";

const DOCUMENT = "docs/accuracy.md";
const UNKNOWN_ALLOWED = 0.05;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: "boolean", default: false }, only: { type: "string", multiple: true, default: [] } },
});
const wanted = namedAgents(positionals);
const only = SITUATIONS.filter((situation) => values.only.includes(situation));

let current: Run | null = null;
// a daemon and a tmux server would outlive us
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void current?.end().then(() => process.exit(1)));

const runs: AgentSamples[] = [];
for (const agent of wanted) {
  const startedAt = Date.now();
  current = await Run.begin(agent, { keep: values.keep, report: (line) => console.log(line) });
  try {
    runs.push({ agent, samples: await runAgent(current, only) });
  } finally {
    await current.end();
  }
  console.log(`${agent.label}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

const document = accuracyTable(runs, new Date().toISOString().slice(0, 10));
console.log(`\n${document}`);
// a table of some would hide the others
if (wanted.length === AGENTS.length && only.length === 0) writeFileSync(DOCUMENT, document + byOthers(DOCUMENT));

const totals = runs.map(totalsOf);
const sum = (of: "right" | "unknown" | "wrong") => totals.reduce((total, each) => total + each[of], 0);
const all = sum("right") + sum("unknown") + sum("wrong");
process.exit(sum("wrong") === 0 && sum("unknown") <= all * UNKNOWN_ALLOWED ? 0 : 1);

/** The document has a part that other commands measure. */
function byOthers(file: string): string {
  const text = readFileSync(file, "utf8");
  const start = text.indexOf("\n## Screens without signals");
  return start < 0 ? "" : text.slice(start);
}
