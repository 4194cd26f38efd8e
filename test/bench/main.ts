import { cpus, totalmem } from "node:os";
import type { BenchResult } from "./bench-result.ts";
import { benchDetector } from "./detector.bench.ts";
import { benchIngest } from "./ingest.bench.ts";
import { benchList } from "./list.bench.ts";

const SUITES: Record<string, () => Promise<BenchResult[]>> = {
  detector: benchDetector,
  ingest: benchIngest,
  list: benchList,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(SUITES, name));
if (unknown.length > 0) {
  console.error(`no such suite: ${unknown.join(", ")}; there are ${Object.keys(SUITES).join(", ")}`);
  process.exit(2);
}

console.log(`Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`);
let missed = 0;
for (const [name, suite] of Object.entries(SUITES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const result of await suite()) {
    if (!result.ok) missed += 1;
    console.log(
      `${result.ok ? "reached" : "MISSED "}  ${result.ratio.toFixed(2)}× of ${result.floor} (reach ${result.reach})  ${result.name}: ${result.detail}`,
    );
  }
}
process.exitCode = missed === 0 ? 0 : 1;
