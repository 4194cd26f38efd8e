import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readBaseline, regressions, writeBaseline } from "./baseline.ts";
import { readScreenBaseline, screenRegressions, writeScreenBaseline } from "./baseline-screens.ts";
import { readScreens } from "./recorded-screen.ts";
import { reportRuns } from "./report-runs.ts";
import { listFaults, reportScreens } from "./report-screens.ts";
import { scoreAgents } from "./score-agents.ts";
import { scoreScreens } from "./score-screens.ts";

const RUNS = "test/fixtures/agents/runs";
const BASELINE = "test/accuracy/baseline.json";
const SCREENS = "test/fixtures/agents/screens";
const SCREEN_BASELINE = "test/accuracy/baseline-screens.json";

const MODES: Record<string, (from: string | undefined, options: Options) => string[]> = { runs, screens };

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
  const withScreens = scoreAgents(resolve(from ?? RUNS), readScreens(resolve(from ?? SCREENS)));
  console.log(`\nwith the screens that were recorded\n${reportRuns(withScreens, null)}`);
  if (verbose)
    for (const [agent, { faults }] of withScreens) for (const fault of faults) console.log(`+ ${agent} ${fault}`);
  if (baseline === null) return [];
  if (accept) writeBaseline(BASELINE, baseline, scores);
  return accept ? [] : regressions(baseline, scores);
}

/** Recorded screens through the adapters alone. Elsewhere's may be unlike ours, but a wrong state is wrong anywhere. */
function screens(from: string | undefined, { verbose, accept }: Options): string[] {
  const scores = scoreScreens(readScreens(resolve(from ?? SCREENS)));
  console.log(reportScreens(scores));
  const faults = listFaults(scores);
  if (verbose) for (const fault of faults) console.log(fault);
  if (from !== undefined) return verbose ? [] : faults.filter((fault) => fault.startsWith("wrong"));
  if (accept) writeScreenBaseline(SCREEN_BASELINE, scores);
  return accept ? [] : screenRegressions(readScreenBaseline(SCREEN_BASELINE), scores);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: "string" }, verbose: { type: "boolean" }, accept: { type: "boolean" } },
});
const names = positionals.length === 0 ? Object.keys(MODES) : positionals;
const unknown = names.find((name) => !Object.hasOwn(MODES, name));
if (unknown !== undefined || (values.from !== undefined && names.length > 1)) {
  const there = Object.keys(MODES).join(", ");
  console.error(
    unknown === undefined ? `--from wants one of ${there}` : `no such comparison: ${unknown}; there is ${there}`,
  );
  process.exit(2);
}
const faults = names.flatMap((name, index) => {
  if (index > 0) console.log();
  return MODES[name]?.(values.from, { verbose: values.verbose ?? false, accept: values.accept ?? false }) ?? [];
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
