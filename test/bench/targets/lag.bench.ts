import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchResult } from "../bench-result.ts";
import { percentile } from "../percentile.ts";
import { type LagProbe, lagOf, lagProbeOf, spread, untilHeard } from "./lag-probe.ts";
import { KINDS, type Kind, Place } from "./place.ts";
import { bareSenders, TRANSPORTS, type Transport } from "./senders.ts";
import { StreamListener } from "./stream-listener.ts";

const SIZES = [10, 500];
const ROUNDS = 200;
const WARM_UP = 20;
/** Odd, so that rounds do not align with periodic work. */
const PAUSE_MS = 7;
const SETTLE_MS = 8_000;

type Lags = Record<Transport, number[]>;

/** Time from a write in a pane to the change at a WebSocket client, against a process that only forwards it. */
export async function benchLag(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const size of SIZES) results.push(...(await measure(size)));
  return results;
}

/** The floor, local and ssh take turns, so that disturbances affect all of them. */
async function measure(size: number): Promise<BenchResult[]> {
  const places: Place[] = [];
  const probes: LagProbe[] = [];
  let bare: ChildProcess | null = null;
  try {
    for (const kind of KINDS) {
      const place = await Place.create(kind);
      places.push(place);
      place.fill(size);
    }
    const floor = await startBare(places[0] as Place);
    bare = floor.child;
    probes.push(floor.probe);
    for (const place of places) {
      await place.observe();
      probes.push(await lagProbeOf(place));
    }
    await sleep(SETTLE_MS);
    const [floors, ...subjects] = await take(probes);
    const lags = Object.fromEntries(KINDS.map((kind, index) => [kind, subjects[index]])) as Record<Kind, Lags>;
    return TRANSPORTS.flatMap((transport) => [
      toFloor(transport, size, floors?.[transport] ?? [], lags.local[transport]),
      toLocal(transport, size, lags.local[transport], lags.ssh[transport]),
    ]);
  } finally {
    for (const { listener } of probes) listener.close();
    if (bare !== null) await end(bare);
    for (const place of places) await place.dispose();
  }
}

async function startBare(place: Place): Promise<{ child: ChildProcess; probe: LagProbe }> {
  const [fifo, files, spool] = ["fifo", "files", "spool"].map((name) => join(place.dir, `bare-${name}`)) as [
    string,
    string,
    string,
  ];
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", fifo]);
  const child = spawn(process.execPath, [join(import.meta.dirname, "bare-daemon.mjs"), fifo, files, spool], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [port] = await once(child.stdout, "data");
  const listener = new StreamListener(`ws://127.0.0.1:${String(port).trim()}`);
  await listener.open;
  return { child, probe: { listener, senders: bareSenders(place, { fifo, files, spool }) } };
}

async function end(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null) await once(child, "exit");
}

async function take(probes: readonly LagProbe[]): Promise<Lags[]> {
  const lags = probes.map((): Lags => ({ marker: [], "status file": [], hook: [] }));
  for (const transport of TRANSPORTS) {
    for (const { listener, senders } of probes) await untilHeard(listener, senders[transport], transport);
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      for (const [index, { listener, senders }] of probes.entries()) {
        const lag = await lagOf(listener, senders[transport], `${transport.replace(" ", "-")}-${round}-${index}`);
        if (round >= 0) lags[index]?.[transport].push(lag);
        await sleep(PAUSE_MS);
      }
    }
  }
  return lags;
}

/** `ssh`: ratio to the local time. */
const REACH: Record<Transport, { ratio: number; p50: number; p99: number; ssh: number }> = {
  marker: { ratio: 3, p50: 5, p99: 30, ssh: 1.5 },
  "status file": { ratio: 4, p50: 5, p99: Number.POSITIVE_INFINITY, ssh: 3 },
  hook: { ratio: 2, p50: Number.POSITIVE_INFINITY, p99: Number.POSITIVE_INFINITY, ssh: 3 },
};
const FLOOR: Record<Transport, string> = {
  marker: "bare pipe and ws",
  "status file": "bare fs.watch and ws",
  hook: "sh, bare fs.watch and ws",
};

function toFloor(transport: Transport, size: number, floors: readonly number[], lags: readonly number[]): BenchResult {
  const { ratio: reach, p50, p99 } = REACH[transport];
  const ratio = percentile(lags, 0.5) / percentile(floors, 0.5);
  const limits = [`≤ ${reach}`, ...(p50 < 1e9 ? [`p50 ≤ ${p50} ms`] : []), ...(p99 < 1e9 ? [`p99 ≤ ${p99} ms`] : [])];
  return {
    name: `${transport} → client, local, ${size} panes`,
    floor: FLOOR[transport],
    ratio,
    reach: limits.join(", "),
    ok: ratio <= reach && percentile(lags, 0.5) <= p50 && percentile(lags, 0.99) <= p99,
    detail: `${spread(lags)}; floor ${spread(floors)}`,
  };
}

function toLocal(transport: Transport, size: number, local: readonly number[], ssh: readonly number[]): BenchResult {
  const ratio = percentile(ssh, 0.5) / percentile(local, 0.5);
  return {
    name: `${transport} → client, ssh, ${size} panes`,
    floor: "local",
    ratio,
    reach: `≤ ${REACH[transport].ssh}`,
    ok: ratio <= REACH[transport].ssh,
    detail: `${spread(ssh)}; local ${spread(local)}`,
  };
}
