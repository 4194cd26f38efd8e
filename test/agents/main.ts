import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { accuracyTable, totalsOf } from "./accuracy-table.ts";
import type { Agent } from "./agent.ts";
import { named, namedAgents } from "./named-agents.ts";
import { keepResults, limitsIn, type Result, readResults, resultOf, surprisesIn } from "./results.ts";
import { Run } from "./run.ts";
import { runAgent } from "./run-agent.ts";
import { SITUATIONS } from "./situations.ts";

const DOCUMENT = "docs/accuracy.md";
const UNKNOWN_ALLOWED = 0.02;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    versions: { type: "string", default: "newest" },
    over: { type: "string", default: "here" },
    table: { type: "boolean", default: false },
  },
});
if (values.table) {
  writeTable(readResults());
  process.exit(0);
}
const only = values.only.map((name) => named(name, SITUATIONS, "situation"));
const versions = named(values.versions, ["newest", "older", "both"] as const, "choice of versions");
const over = named(values.over, ["here", "ssh"] as const, "place");

let current: Run | null = null;
// a daemon and a tmux server would outlive us
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void current?.end().then(() => process.exit(1)));

const results: Result[] = [];
for (const agent of namedAgents(positionals).flatMap(wantedVersions)) {
  const startedAt = Date.now();
  current = await Run.begin(agent, { keep: values.keep, over, report: (line) => console.log(line) });
  try {
    await runAgent(current, only);
    results.push(resultOf(agent, over, current));
  } finally {
    await current.end();
  }
  console.log(`${agent.label} ${agent.version}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

writeTable(keepResults(results, only));

const totals = results.map(totalsOf);
const sum = (of: "right" | "unknown" | "wrong" | "falseRings" | "missedRings") =>
  totals.reduce((total, each) => total + each[of], 0);
const surprises = results.flatMap(surprisesIn);
for (const surprise of surprises) console.log(surprise);
const counts = `${sum("right")} right, ${sum("unknown")} unknown, ${sum("wrong")} wrong; ${sum("falseRings")} false rings, ${sum("missedRings")} missed`;
const limits = results.flatMap(limitsIn).length;
console.log(limits === 0 ? counts : `${counts}; ${limits} known limits`);
const cells = sum("right") + sum("unknown") + sum("wrong");
process.exit(surprises.length === 0 && sum("unknown") <= cells * UNKNOWN_ALLOWED ? 0 : 1);

function wantedVersions(agent: Agent): Agent[] {
  const older = agent.older === undefined ? [] : [{ ...agent, ...agent.older }];
  return versions === "both" ? [agent, ...older] : versions === "newest" ? [agent] : older;
}

function writeTable(all: readonly Result[]): void {
  writeFileSync(DOCUMENT, accuracyTable(all) + byOthers(DOCUMENT));
}

/** The document has a part that other commands measure. */
function byOthers(file: string): string {
  const text = readFileSync(file, "utf8");
  const start = text.indexOf("\n## Screens without signals");
  return start < 0 ? "" : text.slice(start);
}
