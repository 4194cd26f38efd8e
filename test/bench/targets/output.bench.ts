import { setTimeout as sleep } from "node:timers/promises";
import type { BenchResult } from "../bench-result.ts";
import { median } from "../percentile.ts";
import { added, type Cost, costsOver, shares } from "./cost-window.ts";
import { KINDS, type Kind, Place } from "./place.ts";
import { Printer } from "./printer.ts";
import { residentMb } from "./process-cost.ts";

/** This size has a goal; the others show the growth. */
const REACH_PANES = 100;
const OTHER_SIZES = [10, 500, 1_000];
const LINES_PER_SECOND = 10;
const ROUNDS = 3;
const SECONDS = 10;
const SETTLE_SECONDS = 8;
const REACH = 15;

/** The cost of reading markers in many printing panes, against tmux showing the same lines without a client. */
export async function benchOutput(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const kind of KINDS) results.push(...(await measure(kind, REACH_PANES)));
  for (const panes of OTHER_SIZES) results.push(...(await measure("local", panes)));
  return results;
}

async function measure(kind: Kind, panes: number): Promise<BenchResult[]> {
  const place = await Place.create(kind, { env: { AGTMUX_MARKERS: "all" } });
  let printer: Printer | null = null;
  try {
    place.fill(panes);
    printer = new Printer(
      place.panes().map(({ tty }) => tty),
      LINES_PER_SECOND,
    );
    const rounds: { alone: Cost; cost: Cost; mb: number }[] = [];
    const counts = panes === REACH_PANES;
    for (let round = 0; round < (counts ? ROUNDS : 1); round += 1) {
      await sleep(1_000);
      const [alone] = await costsOver(SECONDS, [{ place, daemonPid: null }]);
      const daemonPid = round === 0 ? await place.observe() : (await place.box.startDaemon()).pid;
      await sleep(SETTLE_SECONDS * 1000);
      const [cost] = await costsOver(SECONDS, [{ place, daemonPid }]);
      const mb = residentMb(daemonPid as number);
      await place.box.agtmux(["daemon", "stop"]);
      rounds.push({ alone: alone as Cost, cost: cost as Cost, mb });
    }
    const figures = rounds.map(({ alone, cost }) => added(cost, alone));
    const figure = median(figures);
    const { alone, cost, mb } = rounds[figures.indexOf(figure)] as (typeof rounds)[number];
    const perHour = (figure / 100) * (3_600 / panes);
    const name = `${panes} panes × ${LINES_PER_SECOND} lines/s with markers, ${kind}`;
    return [
      {
        name: `${name}: CPU`,
        floor: "tmux alone",
        ratio: figure,
        unit: "% of a core",
        reach: counts ? `≤ ${REACH}` : "–",
        ok: !counts || figure <= REACH,
        detail: `${perHour.toFixed(1)} CPU seconds per pane and hour; ${shares(cost, alone)}; rounds ${figures.map((each) => each.toFixed(1)).join(", ")}; others on this machine ${cost.others.toFixed(0)} %`,
      },
      { name: `${name}: memory`, floor: "–", ratio: mb, unit: "MB", reach: "–", ok: true, detail: "" },
    ];
  } finally {
    printer?.stop();
    await place.dispose();
  }
}
