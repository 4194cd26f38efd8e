import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Sandbox } from "../support/sandbox.ts";
import { benchSignal, openPipeline } from "./bench-pipeline.ts";
import type { BenchResult } from "./bench-result.ts";
import { median } from "./percentile.ts";
import { Lister } from "./targets/list-time.ts";
import { residentMb } from "./targets/process-cost.ts";

const EVENTS = 1_000_000;
const BATCH = 1_000;
/** Memory is compared with that after this many events. */
const WARM = 100_000;
const STARTS = 7;
const LISTS = 200;
const SESSIONS = 20;
const REACH_MEMORY = 1.2;
const REACH_START = 2;
const REACH_LIST = 1.2;

/**
 * A million events through the engine; then start and response times of a daemon with that history, against an empty
 * one.
 */
export async function benchHistory(): Promise<BenchResult[]> {
  const [empty, full] = [new Sandbox(ENVIRONMENT), new Sandbox(ENVIRONMENT)];
  try {
    const memory = ingest(full);
    for (const box of [empty, full]) for (let n = 0; n < SESSIONS; n += 1) box.session(`s${n}`, "exec sleep 1000000");
    const starts = { empty: [] as number[], full: [] as number[] };
    for (let round = 0; round < STARTS; round += 1) {
      starts.empty.push(await startTime(empty));
      starts.full.push(await startTime(full));
    }
    const lists = await listTimes(empty, full);
    return [
      memory,
      ratioOf("start-up with 1,000,000 events of history", starts, REACH_START, STARTS),
      ratioOf("GET /v1/panes with that history", lists, REACH_LIST, LISTS),
    ];
  } finally {
    await empty.dispose();
    await full.dispose();
  }
}

function ingest(box: Sandbox): BenchResult {
  mkdirSync(box.home, { mode: 0o700 });
  const pipeline = openPipeline(join(box.home, "agtmux.db"));
  const startedAt = performance.now();
  const resident: number[] = [];
  for (let from = 0; from < EVENTS; from += BATCH) {
    pipeline.ingest(Array.from({ length: BATCH }, (_, index) => benchSignal(from + index)));
    if ((from + BATCH) % WARM === 0) {
      globalThis.gc?.();
      resident.push(residentMb(process.pid));
    }
  }
  const perSecond = EVENTS / ((performance.now() - startedAt) / 1000);
  const bound = pipeline.bound();
  pipeline.close();
  if (bound !== EVENTS) throw new Error(`${bound} of ${EVENTS} events were bound`);
  const [first = Number.NaN] = resident;
  const ratio = (resident.at(-1) ?? Number.NaN) / first;
  return {
    name: "memory after 1,000,000 events",
    floor: "after 100,000",
    ratio,
    reach: `≤ ${REACH_MEMORY}`,
    ok: ratio <= REACH_MEMORY,
    detail: `${resident.map((mb) => mb.toFixed(0)).join(", ")} MB; ${Math.round(perSecond)} events/s all the way`,
  };
}

async function startTime(box: Sandbox): Promise<number> {
  const startedAt = performance.now();
  await box.startDaemon();
  const ms = performance.now() - startedAt;
  await box.agtmux(["daemon", "stop"]);
  return ms;
}

async function listTimes(empty: Sandbox, full: Sandbox): Promise<{ empty: number[]; full: number[] }> {
  const times = { empty: [] as number[], full: [] as number[] };
  for (const box of [empty, full]) await box.startDaemon();
  const listers = { empty: new Lister(empty), full: new Lister(full) };
  for (let round = 0; round < LISTS; round += 1) {
    times.empty.push((await listers.empty.ask()).ms);
    times.full.push((await listers.full.ask()).ms);
  }
  for (const lister of Object.values(listers)) lister.close();
  return times;
}

function ratioOf(
  name: string,
  times: { empty: readonly number[]; full: readonly number[] },
  reach: number,
  rounds: number,
): BenchResult {
  const [without, withIt] = [median(times.empty), median(times.full)];
  const ratio = withIt / without;
  const detail = `${withIt.toFixed(1)} against ${without.toFixed(1)} ms (p50 of ${rounds})`;
  return { name, floor: "an empty history", ratio, reach: `≤ ${reach}`, ok: ratio <= reach, detail };
}

/** Node would read a proxy's certificates at every start; database backups are not part of starting. */
const ENVIRONMENT = { NODE_EXTRA_CA_CERTS: undefined, AGTMUX_BACKUP_KEEP: "0" };
