import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { soakReport } from "./report.ts";
import { soak } from "./soak.ts";

const INTERRUPTED = 130;
const EVIDENCE = join(import.meta.dirname, "evidence");

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    panes: { type: "string", default: "200" },
    remotes: { type: "string", default: "3" },
    members: { type: "string", default: "2" },
    clients: { type: "string", default: "20" },
    terminals: { type: "string", default: "5" },
    rate: { type: "string", default: "30" },
  },
});
const wrong = Object.entries(values).filter(([, value]) => !(Number(value) >= 0));
if (wrong.length > 0) {
  console.error(`not a number: ${wrong.map(([name, value]) => `--${name} ${value}`).join(", ")}`);
  process.exit(2);
}
// the first process of the namespace: everything else ends with it
process.stdin.on("end", () => process.exit(INTERRUPTED)).resume();
console.log(`Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`);
const figures = await soak({
  seconds: Number(values.minutes) * 60,
  panes: Number(values.panes),
  remotes: Number(values.remotes),
  members: Number(values.members),
  clients: Number(values.clients),
  terminals: Number(values.terminals),
  signalsPerSecond: Number(values.rate),
  pauses: { drops: 20, kills: 60, restarts: 90 },
  readsHeap: true,
  evidence: EVIDENCE,
  log: (line) => console.log(`… ${line}`),
});
console.log(soakReport(figures));
if (figures.faults.length > 0) console.log(`\nLogs and databases of all daemons are in ${EVIDENCE}.`);
process.exit(figures.faults.length === 0 ? 0 : 1);
