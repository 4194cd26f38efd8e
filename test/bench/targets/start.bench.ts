import { setTimeout as sleep } from "node:timers/promises";
import type { BenchResult } from "../bench-result.ts";
import { median } from "../percentile.ts";
import { Lister } from "./list-time.ts";
import { KINDS, type Kind, Place } from "./place.ts";

const SIZES = [10, 1_000];
const ROUNDS = 5;
/** Rare enough not to slow the daemon down. */
const POLL_MS = 40;
const PATIENCE_MS = 60_000;
const REACH_SECONDS = 3;

/** Time from the start of the daemon to a list with every pane, for the first start and for later ones. */
export async function benchStart(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const kind of KINDS) {
    const [few, many] = [await measure(kind, SIZES[0] as number), await measure(kind, SIZES[1] as number)];
    const seconds = median(many.again) / 1000;
    results.push({
      name: `first full list of ${SIZES[1]} panes, ${kind}`,
      floor: "–",
      ratio: seconds,
      unit: "s",
      reach: `≤ ${REACH_SECONDS}`,
      ok: seconds <= REACH_SECONDS,
      detail: `after a restart ${Math.round(median(many.again))} ms (${SIZES[0]} panes ${Math.round(median(few.again))} ms), with an empty database ${Math.round(many.first)} ms (${Math.round(few.first)} ms)`,
    });
  }
  return results;
}

async function measure(kind: Kind, size: number): Promise<{ first: number; again: number[] }> {
  const place = await Place.create(kind);
  const count = kind === "local" ? size : size + 1;
  try {
    place.fill(size);
    const first = await timeToList(place, count, async () => {
      await place.observe();
    });
    const again: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await place.box.agtmux(["daemon", "stop"]);
      // known panes are listed from the database: only a new one shows that tmux was read
      const session = `new${round}`;
      place.tmux("new-session", "-d", "-s", session, "exec sleep 1000000");
      again.push(await timeToList(place, count + 1 + round, async () => void (await place.box.startDaemon())));
    }
    return { first, again };
  } finally {
    await place.dispose();
  }
}

async function timeToList(place: Place, count: number, start: () => Promise<void>): Promise<number> {
  const lister = new Lister(place.box);
  const startedAt = performance.now();
  const starting = start();
  try {
    while (performance.now() < startedAt + PATIENCE_MS) {
      const listed = await lister.ask().then(
        ({ list }) => list.items.length,
        () => 0,
      );
      if (listed === count) return performance.now() - startedAt;
      await sleep(POLL_MS);
    }
    throw new Error(`there are never ${count} panes`);
  } finally {
    await starting;
    lister.close();
  }
}
