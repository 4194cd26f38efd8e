import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { FAULTS } from "./faults.ts";
import { roundsReport } from "./report.ts";
import { playRounds } from "./rounds.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "20" },
    minutes: { type: "string", default: "600" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    evidence: { type: "string", default: join(import.meta.dirname, "evidence") },
    only: { type: "string", multiple: true, default: [] },
  },
});
const unknown = values.only.filter((name) => !(name in FAULTS));
if (unknown.length > 0) {
  console.error(`no such fault: ${unknown.join(", ")}; there are ${Object.keys(FAULTS).join(", ")}`);
  process.exit(2);
}
console.log(`seed ${values.seed}, ${values.rounds} rounds, load ${loadavg()[0]?.toFixed(1)}`);
const report = await playRounds({
  rounds: Number(values.rounds),
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  only: values.only,
  evidence: values.evidence,
  log: (line) => console.log(`… ${line}`),
});
console.log(roundsReport(report));
process.exitCode = report.rounds.every(({ wrong }) => wrong.length === 0) ? 0 : 1;
