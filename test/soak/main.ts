import { cpus, loadavg, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { soakReport } from "./report.ts";
import { soak } from "./soak.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    panes: { type: "string", default: "200" },
    clients: { type: "string", default: "20" },
    terminals: { type: "string", default: "5" },
    rate: { type: "string", default: "30" },
  },
});
console.log(
  `Node ${process.version}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, load ${loadavg()[0]?.toFixed(1)}`,
);
const figures = await soak({
  seconds: Number(values.minutes) * 60,
  panes: Number(values.panes),
  clients: Number(values.clients),
  terminals: Number(values.terminals),
  signalsPerSecond: Number(values.rate),
  dropEverySeconds: 20,
  log: (line) => console.log(`… ${line}`),
});
console.log(soakReport(figures));
process.exitCode = figures.faults.length === 0 ? 0 : 1;
