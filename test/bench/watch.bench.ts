import { setTimeout as sleep } from "node:timers/promises";
import { AGTMUX, Sandbox, until } from "../support/sandbox.ts";
import type { BenchResult } from "./bench-result.ts";
import { processCosts, residentMb, treeMs } from "./targets/process-cost.ts";

const AGENTS = 10;
const SETTLE_MS = 5_000;
const WINDOW_MS = 30_000;
const REACH = 1;

/** CPU time of `agtmux watch` in a terminal while its agents rest, and while a screen is shown below. */
export async function benchWatch(): Promise<BenchResult[]> {
  const box = new Sandbox({ NODE_EXTRA_CA_CERTS: undefined });
  try {
    await box.startDaemon();
    const states = ["needs_input", "completed", "error", "working", "needs_testing"];
    for (let n = 0; n < AGENTS; n += 1) {
      const pane = await box.registered(`agent${n}`);
      box.type(pane, `agtmux signal ${states[n % states.length]} "number ${n}"`);
    }
    const watching = box.session("watching", `exec env LC_ALL=C.UTF-8 ${AGTMUX} watch`);
    await until(() => /^agtmux .* live$/m.test(box.screen(watching)));
    const pid = Number(box.tmux("display-message", "-p", "-t", watching, "#{pane_pid}"));
    const idle = await share(pid);
    box.tmux("send-keys", "-t", watching, "Space");
    await until(() => box.screen(watching).includes("──"));
    const shown = await share(pid);
    const memory = `${residentMb(pid).toFixed(0)} MB`;
    return [
      result(`agtmux watch, ${AGENTS} agents at rest`, idle, memory),
      result("agtmux watch, with a screen shown below", shown, memory),
    ];
  } finally {
    await box.dispose();
  }
}

async function share(pid: number): Promise<number> {
  await sleep(SETTLE_MS);
  const before = treeMs(pid, processCosts());
  await sleep(WINDOW_MS);
  return ((treeMs(pid, processCosts()) - before) / WINDOW_MS) * 100;
}

function result(name: string, cpu: number, memory: string): BenchResult {
  return { name, floor: "–", ratio: cpu, unit: "% of a core", reach: `≤ ${REACH}`, ok: cpu <= REACH, detail: memory };
}
