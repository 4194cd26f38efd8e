import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../../support/sandbox.ts";
import type { BenchResult } from "../bench-result.ts";
import { percentile } from "../percentile.ts";
import { Lister } from "./list-time.ts";
import { Place } from "./place.ts";

const PANES = 100;
const ROUNDS = 3;
/** Longer than it takes to mark a target down. */
const SECONDS = 20;
const PAUSE_MS = 20;
const REACH = 1.2;

/** How long a list takes while a target hangs: from when it falls silent until it is marked down, and after. */
export async function benchHung(): Promise<BenchResult[]> {
  const place = await Place.create("ssh");
  const lister = new Lister(place.box);
  try {
    place.fill(PANES);
    await place.observe();
    await untilPanes(lister, PANES + 1);
    const [well, hung]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      well.push(...(await askFor(SECONDS, lister)));
      place.host?.freeze();
      hung.push(...(await askFor(SECONDS, lister)));
      place.host?.thaw();
      await untilPartial(lister, false);
    }
    const [floor, figure] = [percentile(well, 0.95), percentile(hung, 0.95)];
    return [
      {
        name: "GET /v1/panes with a hung target, p95",
        floor: "all targets answer",
        ratio: figure / floor,
        reach: `≤ ${REACH}`,
        ok: figure / floor <= REACH,
        detail: `${figure.toFixed(2)} against ${floor.toFixed(2)} ms, p50 ${percentile(hung, 0.5).toFixed(2)} against ${percentile(well, 0.5).toFixed(2)} ms, ${hung.length} lists of ${PANES + 1} panes`,
      },
    ];
  } finally {
    place.host?.thaw();
    lister.close();
    await place.dispose();
  }
}

async function askFor(seconds: number, lister: Lister): Promise<number[]> {
  const times: number[] = [];
  const deadline = performance.now() + seconds * 1000;
  while (performance.now() < deadline) {
    times.push((await lister.ask()).ms);
    await sleep(PAUSE_MS);
  }
  return times;
}

async function untilPanes(lister: Lister, count: number): Promise<void> {
  await until(async () => (await lister.ask()).list.items.length === count);
}

async function untilPartial(lister: Lister, partial: boolean): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    if ((await lister.ask()).list.partial === partial) return;
    await sleep(1_000);
  }
  throw new Error("the target does not come back");
}
