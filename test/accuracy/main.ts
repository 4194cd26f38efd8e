import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { adapterOf } from "../../src/core/agents/registry.ts";
import { readBaseline, regressions, writeBaseline } from "./baseline.ts";
import { classifyRegressions, readClassifyBaseline, writeClassifyBaseline } from "./baseline-classify.ts";
import { readScreenBaseline, screenRegressions, writeScreenBaseline } from "./baseline-screens.ts";
import { agentCases, type ClassifyCase, programCases } from "./classify-cases.ts";
import { dialogCases, expectedDialogs, readDialogOf, told, writeExpectedDialogs } from "./recorded-dialogs.ts";
import { readScreens } from "./recorded-screen.ts";
import { listMisses, reportClassify, withFigures } from "./report-classify.ts";
import { reportRuns } from "./report-runs.ts";
import { listFaults, reportScreens } from "./report-screens.ts";
import { scoreAgents } from "./score-agents.ts";
import { scoreByRules } from "./score-classify.ts";
import { configuredProvider, scoreByProvider } from "./score-provider.ts";
import { scoreScreens } from "./score-screens.ts";

const FIXTURES = "test/fixtures/agents";
const RUNS = `${FIXTURES}/runs`;
const BASELINE = "test/accuracy/baseline.json";
const SCREENS = `${FIXTURES}/screens`;
const SCREEN_BASELINE = "test/accuracy/baseline-screens.json";

const PROGRAMS = "test/fixtures/screens";
const DOCUMENT = "docs/accuracy.md";
const CLASSIFY_BASELINE = "test/accuracy/baseline-classify.json";

type Mode = (from: string | undefined, options: Options) => string[] | Promise<string[]>;
const MODES: Record<string, Mode> = { runs, screens, dialogs, classify };
const PROVIDERS = ["openai", "anthropic", "command"] as const;

interface Options {
  verbose: boolean;
  accept: boolean;
  isAccepted(agent: string): boolean;
  provider: string | undefined;
}

/** Scores recorded runs through the adapters and the engine. Only our own runs are compared with the baseline. */
function runs(from: string | undefined, { verbose, accept, isAccepted }: Options): string[] {
  const scores = scoreAgents(resolve(from ?? RUNS));
  const baseline = from === undefined ? readBaseline(BASELINE) : null;
  console.log(reportRuns(scores, baseline));
  if (verbose) for (const [agent, { faults }] of scores) for (const fault of faults) console.log(`${agent} ${fault}`);
  const withScreens = scoreAgents(resolve(from ?? RUNS), readScreens(resolve(from ?? SCREENS)));
  console.log(`\nwith the screens that were recorded\n${reportRuns(withScreens, null)}`);
  if (verbose)
    for (const [agent, { faults }] of withScreens) for (const fault of faults) console.log(`+ ${agent} ${fault}`);
  if (baseline === null) return [];
  if (accept) writeBaseline(BASELINE, baseline, scores, isAccepted);
  return accept ? [] : regressions(baseline, scores);
}

/** Scores recorded screens through the adapters alone. Foreign screens have no baseline, but must not be read wrong. */
function screens(from: string | undefined, { verbose, accept, isAccepted }: Options): string[] {
  const scores = scoreScreens(readScreens(resolve(from ?? SCREENS)));
  console.log(reportScreens(scores));
  const faults = listFaults(scores);
  if (verbose) for (const fault of faults) console.log(fault);
  if (from !== undefined) return verbose ? [] : faults.filter((fault) => fault.startsWith("wrong"));
  if (accept) writeScreenBaseline(SCREEN_BASELINE, scores, isAccepted);
  return accept ? [] : screenRegressions(readScreenBaseline(SCREEN_BASELINE), scores);
}

/** Compares the dialogs that are read off recorded screens with those that are expected. */
function dialogs(from: string | undefined, { accept, isAccepted }: Options): string[] {
  const fixtures = resolve(from ?? FIXTURES);
  if (accept) writeExpectedDialogs(fixtures, isAccepted);
  const expected = expectedDialogs(fixtures);
  const faults = dialogCases(fixtures).flatMap((each) => {
    const dialog = readDialogOf(each);
    const [now, then] = [dialog === null ? null : told(dialog), expected[each.name] ?? null];
    if (JSON.stringify(now) === JSON.stringify(then)) return [];
    return [`${each.name}: ${JSON.stringify(now)}, not ${JSON.stringify(then)}`];
  });
  console.log(`${Object.keys(expected).length} dialogs, ${faults.length} read otherwise`);
  return faults;
}

/** Scores recorded screens by the classifier's rules, or by a configured provider, whose result is only reported. */
function classify(from: string | undefined, { verbose, accept, provider }: Options): string[] | Promise<string[]> {
  const agents = agentCases(resolve(from ?? SCREENS));
  const cases = from === undefined ? [...agents, ...programCases(resolve(PROGRAMS))] : agents;
  if (provider !== undefined) return askProvider(cases, provider, verbose);
  const scores = scoreByRules(cases);
  console.log(reportClassify(scores));
  if (verbose) for (const miss of listMisses(scores)) console.log(miss);
  if (from !== undefined) return classifyRegressions({}, scores);
  if (accept) {
    writeClassifyBaseline(CLASSIFY_BASELINE, scores);
    writeFileSync(DOCUMENT, withFigures(readFileSync(DOCUMENT, "utf8"), scores));
  }
  return classifyRegressions(accept ? {} : readClassifyBaseline(CLASSIFY_BASELINE), scores);
}

async function askProvider(cases: readonly ClassifyCase[], wanted: string, verbose: boolean): Promise<string[]> {
  const name = PROVIDERS.find((each) => each === wanted);
  if (name === undefined) return [`no such provider: ${wanted}; there is ${PROVIDERS.join(", ")}`];
  // each screen once: as its own agent's, or as a generic program's
  const once = cases.filter(
    ({ corpus, name: screen }) =>
      corpus === "agents" || corpus === "strangers" || (corpus === "programs" && screen.endsWith(" as generic")),
  );
  try {
    const asked = await scoreByProvider(once, configuredProvider(name, process.env));
    console.log(reportClassify(asked));
    if (verbose) for (const miss of listMisses(asked)) console.log(miss);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: "string" },
    verbose: { type: "boolean" },
    accept: { type: "boolean" },
    agent: { type: "string", multiple: true, default: [] },
    provider: { type: "string" },
  },
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
const stranger = values.agent.find((name) => adapterOf(name) === null);
if (stranger !== undefined) {
  console.error(`no such agent: ${stranger}`);
  process.exit(2);
}
const options = {
  verbose: values.verbose ?? false,
  accept: values.accept ?? false,
  isAccepted: (agent: string) => values.agent.length === 0 || values.agent.includes(agent),
  provider: values.provider,
};
const faults: string[] = [];
for (const [index, name] of names.entries()) {
  if (index > 0) console.log();
  faults.push(...((await MODES[name]?.(values.from, options)) ?? []));
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
