import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readBaseline, regressions, writeBaseline } from "./baseline.ts";
import { reportRuns } from "./report-runs.ts";
import { scoreAgents } from "./score-agents.ts";

const RUNS = "test/fixtures/agents/runs";
const BASELINE = "test/accuracy/baseline.json";

const MODES: Record<string, (from: string | undefined, options: Options) => string[]> = { runs };

interface Options {
  verbose: boolean;
  accept: boolean;
}

/** Recorded runs through the adapters and the engine. Only our own are held against what was reached before. */
function runs(from: string | undefined, { verbose, accept }: Options): string[] {
  const scores = scoreAgents(resolve(from ?? RUNS));
  const baseline = from === undefined ? readBaseline(BASELINE) : null;
  console.log(reportRuns(scores, baseline));
  if (verbose) for (const [agent, { faults }] of scores) for (const fault of faults) console.log(`${agent} ${fault}`);
  if (baseline === null) return [];
  if (accept) writeBaseline(BASELINE, baseline, scores);
  return accept ? [] : regressions(baseline, scores);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: "string" }, verbose: { type: "boolean" }, accept: { type: "boolean" } },
});
const [name = "runs"] = positionals;
const mode = MODES[name];
if (mode === undefined) {
  console.error(`no such comparison: ${name}; there is ${Object.keys(MODES).join(", ")}`);
  process.exit(2);
}
const faults = mode(values.from, { verbose: values.verbose ?? false, accept: values.accept ?? false });
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
