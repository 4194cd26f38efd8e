import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchResult } from "../bench-result.ts";
import { added, type Cost, costsOver } from "./cost-window.ts";
import { Place } from "./place.ts";
import { processCosts, treeMs } from "./process-cost.ts";

const SIZES = [10, 100];
const SECONDS = 20;
const SETTLE_SECONDS = 40;
/** Longest delay before the loop notices a question: as long as agtmux is wrong without any signal. */
const EVERY_SECONDS = 2;

/** The script people write before they look for a tool: list the panes, capture each, sleep, repeat. */
const LOOP = `while :; do
  for pane in $(tmux list-panes -a -F '#{pane_id}'); do tmux capture-pane -p -t "$pane" | tail -n 5 | grep -c '?' >/dev/null; done
  sleep ${EVERY_SECONDS}
done`;

/** Compares the cost of that loop with ours, on the same idle panes. */
export async function benchLoop(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const size of SIZES) results.push(await measure(size));
  return results;
}

async function measure(size: number): Promise<BenchResult> {
  const place = await Place.create("local");
  try {
    place.fill(size);
    await sleep(1_000);
    const [alone] = await costsOver(SECONDS, [{ place, daemonPid: null }]);
    const loop = await costOfLoop(place, alone as Cost);
    const daemonPid = await place.observe();
    await sleep(SETTLE_SECONDS * 1000);
    const [cost] = await costsOver(SECONDS, [{ place, daemonPid }]);
    const ours = added(cost as Cost, alone as Cost);
    const ratio = ours / loop;
    return {
      name: `${size} idle panes: CPU`,
      floor: `a shell loop of list-panes and capture-pane every ${EVERY_SECONDS} s`,
      ratio,
      reach: "≤ 1",
      ok: ratio <= 1,
      detail: `${ours.toFixed(2)} against ${loop.toFixed(2)} % of a core`,
    };
  } finally {
    await place.dispose();
  }
}

/** CPU time of the loop, including tmux's, in percent of one core. */
async function costOfLoop(place: Place, alone: Cost): Promise<number> {
  const child = spawn("sh", ["-c", LOOP.replaceAll("tmux ", `tmux -L ${place.box.socketName} `)], {
    env: place.box.env,
    stdio: "ignore",
    detached: true,
  });
  const pid = child.pid as number;
  try {
    await sleep(EVERY_SECONDS * 1000);
    const before = { at: performance.now(), ms: treeMs(pid, processCosts()) };
    const [cost] = await costsOver(SECONDS, [{ place, daemonPid: null }]);
    const share = ((treeMs(pid, processCosts()) - before.ms) / (performance.now() - before.at)) * 100;
    return share + Math.max(0, (cost as Cost).tmux - alone.tmux);
  } finally {
    process.kill(-pid, "SIGKILL");
    await once(child, "exit");
  }
}
