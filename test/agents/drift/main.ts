import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { newestTried } from "../../../src/core/doctor/tried-version.ts";
import { totalsOf } from "../accuracy-table.ts";
import type { Agent } from "../agent.ts";
import { named, namedAgents } from "../named-agents.ts";
import { type Result, readResults, resultOf } from "../results.ts";
import { Run } from "../run.ts";
import { runAgent } from "../run-agent.ts";
import { SITUATIONS, type Situation } from "../situations.ts";
import { compareResults } from "./compare-results.ts";
import { type Drift, driftReport, isWorse } from "./drift-report.ts";

const FOLDER = ".build";
const DOCUMENT = `${FOLDER}/drift.md`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", multiple: true, default: [] }, again: { type: "boolean", default: false } },
});
const only = values.only.map((name) => named(name, SITUATIONS, "situation"));

let current: Run | null = null;
// a daemon and a tmux server would outlive us
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void current?.end().then(() => process.exit(1)));

const results = readResults().filter(({ over }) => over === "here");
const drifts: Drift[] = [];
for (const agent of namedAgents(positionals)) drifts.push(await look(agent));

mkdirSync(FOLDER, { recursive: true });
const report = driftReport(drifts);
writeFileSync(DOCUMENT, report);
console.log(`\n${report}\nwritten to ${DOCUMENT}`);
process.exitCode = drifts.some(isWorse) ? 1 : 0;

/** Tries the newest version of an agent, unless that is the one that was tried last. */
async function look(agent: Agent): Promise<Drift> {
  const { name, label } = agent;
  const last = newestTried(name, results);
  const about = { label, newest: newestVersion(agent) ?? "", tried: last?.version ?? null };
  if (about.newest === "") return { ...about, outcome: "failed", why: `npm knows no version of ${agent.package}` };
  if (about.newest === about.tried && !values.again) return { ...about, outcome: "same version" };
  console.log(`${label} ${about.newest}, after ${about.tried ?? "none"}`);
  try {
    const result = await play({ ...agent, version: about.newest }, only);
    const { right, unknown, wrong } = totalsOf(result);
    const changes = compareResults(last, result, only);
    return { ...about, outcome: "played", situations: right + unknown + wrong, right, load: result.load, changes };
  } catch (error) {
    return { ...about, outcome: "failed", why: (error as Error).message };
  }
}

async function play(agent: Agent, only: readonly Situation[]): Promise<Result> {
  const run = await Run.begin(agent, { keep: false, over: "here", report: (line) => console.log(line) });
  current = run;
  try {
    await runAgent(run, only);
    return resultOf(agent, "here", run);
  } finally {
    current = null;
    await run.end();
  }
}

function newestVersion(agent: Agent): string | null {
  const { status, stdout } = spawnSync("npm", ["view", agent.package, "version"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}
