import { setTimeout as sleep } from "node:timers/promises";
import type { BenchResult } from "../bench-result.ts";
import { added, type Cost, costsOver, shares } from "./cost-window.ts";
import { KINDS, type Kind, Place } from "./place.ts";
import { residentMb } from "./process-cost.ts";
import { TmuxTraffic } from "./tmux-traffic.ts";

const SIZES = [10, 100, 500, 1_000];
const ALONE_SECONDS = 8;
/** Time until unchanged processes are polled at the slowest rate. */
const SETTLE_SECONDS = 40;
/** One full round of such polls. */
const WINDOW_SECONDS = 30;
const TICK_SECONDS = 2;
const REACH_CPU = 2;
const REACH_MB = 150;
const REACH_SIZE = 500;
/** Cost per pane up to 1,000 panes relative to that up to 500: 2 would mean quadratic growth. */
const REACH_GROWTH = 1.3;

interface Watched {
  kind: Kind;
  place: Place;
  traffic: TmuxTraffic;
}

interface Measured {
  kind: Kind;
  size: number;
  cpu: number;
  daemonMb: number;
  tmuxMb: number;
  commands: number;
  bytes: number;
  detail: string;
}

/** The idle cost of the daemon: CPU time, memory and tmux traffic, from 10 panes to 1,000, locally and over ssh. */
export async function benchIdle(): Promise<BenchResult[]> {
  const all: Measured[] = [];
  for (const size of SIZES) all.push(...(await measure(size)));
  return [
    ...all.flatMap(figures),
    ...KINDS.flatMap((kind) => {
      const ofKind = all.filter((each) => each.kind === kind);
      return [growth(kind, ofKind), commandsPerTick(kind, ofKind)];
    }),
  ];
}

/** Measures locally and over ssh at the same time: both are idle. */
async function measure(size: number): Promise<Measured[]> {
  const all: Watched[] = [];
  try {
    for (const kind of KINDS) all.push(await create(kind, size));
    await sleep(1_000);
    const alone = await costsOver(
      ALONE_SECONDS,
      all.map(({ place }) => ({ place, daemonPid: null })),
    );
    const observed: { place: Place; daemonPid: number }[] = [];
    for (const { place } of all) observed.push({ place, daemonPid: await place.observe() });
    await sleep(SETTLE_SECONDS * 1000);
    const before = all.map(({ traffic }) => traffic.soFar());
    const costs = await costsOver(WINDOW_SECONDS, observed);
    return all.map(({ kind, place, traffic }, index) => {
      const [cost, without] = [costs[index] as Cost, alone[index] as Cost];
      const { commands, bytes } = traffic.soFar();
      return {
        kind,
        size,
        cpu: added(cost, without),
        daemonMb: residentMb(observed[index]?.daemonPid ?? 0),
        tmuxMb: residentMb(place.serverPid()),
        commands: commands - (before[index]?.commands ?? 0),
        bytes: bytes - (before[index]?.bytes ?? 0),
        detail: `${shares(cost, without)}; others on this machine ${cost.others.toFixed(0)} %`,
      };
    });
  } finally {
    for (const { place, traffic } of all) {
      await place.dispose();
      traffic.dispose();
    }
  }
}

async function create(kind: Kind, size: number): Promise<Watched> {
  const traffic = new TmuxTraffic();
  const place = await Place.create(
    kind,
    kind === "local" ? { env: { PATH: traffic.path } } : { host: { env: { PATH: traffic.path } } },
  );
  place.fill(size);
  return { kind, place, traffic };
}

function figures({ kind, size, cpu, daemonMb, tmuxMb, detail }: Measured): BenchResult[] {
  const counts = size === REACH_SIZE;
  return [
    {
      name: `${size} idle panes, ${kind}: CPU`,
      floor: "tmux alone",
      ratio: cpu,
      unit: "% of a core",
      reach: counts ? `≤ ${REACH_CPU}` : "–",
      ok: !counts || cpu <= REACH_CPU,
      detail: `${((cpu / 100) * (3_600 / size)).toFixed(2)} CPU seconds per pane and hour; ${detail}`,
    },
    {
      name: `${size} idle panes, ${kind}: memory`,
      floor: "–",
      ratio: daemonMb,
      unit: "MB",
      reach: counts ? `≤ ${REACH_MB}` : "–",
      ok: !counts || daemonMb <= REACH_MB,
      detail: `tmux itself ${tmuxMb.toFixed(0)} MB`,
    },
  ];
}

function growth(kind: Kind, all: readonly Measured[]): BenchResult {
  const cpu = (size: number) => all.find((each) => each.size === size)?.cpu ?? Number.NaN;
  const [small, middle, large] = [cpu(10), cpu(500), cpu(1_000)];
  const ratio = (large - small) / 990 / ((middle - small) / 490);
  return {
    name: `added CPU per pane, 10 → 1,000 panes, ${kind}`,
    floor: "the same, 10 → 500",
    ratio,
    reach: `≤ ${REACH_GROWTH}`,
    ok: ratio <= REACH_GROWTH,
    detail: `${(((large - small) / 990) * 100).toFixed(3)} % of a core for 100 panes more`,
  };
}

function commandsPerTick(kind: Kind, all: readonly Measured[]): BenchResult {
  const ticks = WINDOW_SECONDS / TICK_SECONDS;
  const [few, many] = [all[0]?.commands ?? Number.NaN, all.at(-1)?.commands ?? Number.NaN];
  const perTick = all.map(
    ({ size, commands, bytes }) =>
      `${size} panes ${(commands / ticks).toFixed(1)} (${Math.round(bytes / ticks)} bytes)`,
  );
  return {
    name: `tmux commands per tick, 1,000 panes, ${kind}`,
    floor: "the same, 10 panes",
    ratio: many / few,
    reach: "≤ 1.5",
    ok: many / few <= 1.5,
    detail: `per ${TICK_SECONDS} s: ${perTick.join(", ")}`,
  };
}
