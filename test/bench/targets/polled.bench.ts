import { setTimeout as sleep } from "node:timers/promises";
import type { BenchResult } from "../bench-result.ts";
import { percentile } from "../percentile.ts";
import { type Cost, costsOver } from "./cost-window.ts";
import { lagOf, lagProbeOf, spread, untilHeard } from "./lag-probe.ts";
import { Place } from "./place.ts";
import { registerPane } from "./senders.ts";

const ROUNDS = 20;
const REACH_MS = 500;
const FILES = 20;
/** Time until unchanged processes are polled at the slowest rate. */
const SETTLE_SECONDS = 40;
const WINDOW_SECONDS = 60;
const REACH_CPU = 0.5;

interface Watched {
  place: Place;
  daemonPid: number;
}

/** A host without inotifywait polls status files: how late they are seen, and what that costs. */
export async function benchPolled(): Promise<BenchResult[]> {
  const all: Watched[] = [];
  try {
    for (let count = 0; count < 2; count += 1) all.push(await create());
    const [files, none] = all as [Watched, Watched];
    for (const { paneId } of files.place.panes()) registerPane(files.place, paneId);
    const cost = await measureCost(files, none);
    return [await measureLag(files.place), cost];
  } finally {
    for (const { place } of all) await place.dispose();
  }
}

async function create(): Promise<Watched> {
  const place = await Place.create("ssh", { host: { without: ["inotifywait"] } });
  place.fill(FILES);
  return { place, daemonPid: await place.observe() };
}

async function measureLag(place: Place): Promise<BenchResult> {
  const { listener, senders } = await lagProbeOf(place);
  await untilHeard(listener, senders["status file"], "status file");
  const lags: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // at varying moments between two polls, as an agent would
    await sleep((round * 370) % REACH_MS);
    lags.push(await lagOf(listener, senders["status file"], `polled-${round}`));
  }
  listener.close();
  const worst = percentile(lags, 0.95);
  return {
    name: "status file, ssh without inotifywait",
    floor: "–",
    ratio: worst / 1000,
    unit: "s (p95)",
    reach: `≤ ${REACH_MS / 1000}`,
    ok: worst <= REACH_MS,
    detail: spread(lags),
  };
}

/** All that it adds at both ends to watch files that do not change, against a host with no file to watch. */
async function measureCost(files: Watched, none: Watched): Promise<BenchResult> {
  await sleep(SETTLE_SECONDS * 1000);
  const [polled, idle] = (await costsOver(WINDOW_SECONDS, [files, none])) as [Cost, Cost];
  const share = total(polled) - total(idle);
  return {
    name: `${FILES} status files at rest, ssh without inotifywait: CPU`,
    floor: "no file",
    ratio: share,
    unit: "% of a core",
    reach: `≤ ${REACH_CPU}`,
    ok: share <= REACH_CPU,
    detail: `${parts(polled)}; no file: ${parts(idle)}; others on this machine ${polled.others.toFixed(0)} %`,
  };
}

function total({ daemon, clients, tmux, pipes, remote }: Cost): number {
  return daemon + clients + tmux + pipes + remote;
}

function parts({ daemon, clients, tmux, pipes, remote }: Cost): string {
  const figures = { daemon, "its clients": clients, tmux: tmux + pipes, "sshd and watcher": remote };
  return Object.entries(figures)
    .map(([name, share]) => `${name} ${share.toFixed(2)}`)
    .join(", ");
}
