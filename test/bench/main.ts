import { cpus, loadavg, totalmem } from "node:os";
import type { BenchResult } from "./bench-result.ts";
import { benchDetector } from "./detector.bench.ts";
import { benchFleetHub } from "./fleet/hub.bench.ts";
import { benchFleetLag } from "./fleet/lag.bench.ts";
import { benchFleetPage } from "./fleet/page.bench.ts";
import { benchHistory } from "./history.bench.ts";
import { benchHook } from "./hook.bench.ts";
import { benchIngest } from "./ingest.bench.ts";
import { benchList } from "./list.bench.ts";
import { benchMcp } from "./mcp.bench.ts";
import { benchPeerCost } from "./peers/cost.bench.ts";
import { benchPeerLive } from "./peers/live.bench.ts";
import { benchPeerScreens } from "./peers/screens.bench.ts";
import { report } from "./report.ts";
import { benchSearch } from "./search/search.bench.ts";
import { benchHung } from "./targets/hung.bench.ts";
import { benchIdle } from "./targets/idle.bench.ts";
import { benchLag } from "./targets/lag.bench.ts";
import { benchLoop } from "./targets/loop.bench.ts";
import { benchOutput } from "./targets/output.bench.ts";
import { benchPolled } from "./targets/polled.bench.ts";
import { benchStart } from "./targets/start.bench.ts";
import { benchUsage } from "./usage.bench.ts";
import { benchUsageDaemon } from "./usage-daemon.bench.ts";
import { benchWaitingHooks } from "./waiting-hooks.bench.ts";
import { benchWatch } from "./watch.bench.ts";
import { benchKeys } from "./web/keys.bench.ts";
import { benchLoad } from "./web/load.bench.ts";
import { benchReview } from "./web/review.bench.ts";
import { benchRows } from "./web/rows.bench.ts";
import { benchShift } from "./web/shift.bench.ts";
import { benchStorm } from "./web/storm.bench.ts";
import { benchWalk } from "./web/walk.bench.ts";
import { writePage } from "./write-page.ts";

/** A prefix such as `targets`, `web` or `fleet` runs all suites that start with it. */
const SUITES: Record<string, () => Promise<BenchResult[]>> = {
  detector: benchDetector,
  hook: benchHook,
  "hook-waiting": benchWaitingHooks,
  usage: benchUsage,
  "usage-daemon": benchUsageDaemon,
  search: benchSearch,
  ingest: benchIngest,
  history: benchHistory,
  list: benchList,
  mcp: benchMcp,
  watch: benchWatch,
  "targets-start": benchStart,
  "targets-lag": benchLag,
  "targets-polled": benchPolled,
  "targets-output": benchOutput,
  "targets-hung": benchHung,
  "targets-idle": benchIdle,
  "targets-loop": benchLoop,
  review: benchReview,
  "web-keys": benchKeys,
  "web-rows": benchRows,
  "web-storm": benchStorm,
  "web-load": benchLoad,
  "web-walk": benchWalk,
  "web-shift": benchShift,
  "fleet-lag": benchFleetLag,
  "fleet-hub": benchFleetHub,
  "fleet-page": benchFleetPage,
  "peers-screens": benchPeerScreens,
  "peers-live": benchPeerLive,
  "peers-cost": benchPeerCost,
};

const PAGE = "docs/benchmarks.md";
const PEERS_PAGE = "docs/comparison.md";
const WRITE = "--write";
const writes = process.argv.includes(WRITE);
const wanted = process.argv.slice(2).filter((word) => word !== WRITE);
const isNamed = (suite: string, word: string) => suite === word || suite.startsWith(`${word}-`);
const unknown = wanted.filter((word) => !Object.keys(SUITES).some((suite) => isNamed(suite, word)));
if (unknown.length > 0) {
  console.error(`no such suite: ${unknown.join(", ")}; there are ${Object.keys(SUITES).join(", ")}`);
  process.exit(2);
}

const machine = `Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`;
console.log(machine);
const results: BenchResult[] = [];
for (const [name, suite] of Object.entries(SUITES)) {
  // other tools are installed only if somebody asks for them
  const isWanted = wanted.length === 0 ? !isNamed(name, "peers") : wanted.some((word) => isNamed(name, word));
  if (!isWanted) continue;
  const startedAt = performance.now();
  const load = loadavg()[0]?.toFixed(1);
  const found = await suite();
  results.push(...found);
  const page = isNamed(name, "peers") ? PEERS_PAGE : PAGE;
  if (writes)
    writePage(page, name, `${machine}; a load of ${load} before it began. \`npm run bench -- ${name}\``, found);
  console.log(`… ${name} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
}
console.log(report(results));
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
