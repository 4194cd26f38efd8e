import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchResult } from "../bench-result.ts";
import { percentile } from "../percentile.ts";
import { Ears } from "./ears.ts";
import { KINDS, type Kind, Place } from "./place.ts";
import { bareVoices, TRANSPORTS, type Transport, type Voices, voicesOf } from "./voices.ts";

const SIZES = [10, 500];
const ROUNDS = 200;
const WARM_UP = 20;
const POLLED_ROUNDS = 20;
const POLL_MS = 2_000;
/** Odd, so that no round meets the others' beat. */
const PAUSE_MS = 7;
const SETTLE_MS = 8_000;

interface Speaker {
  ears: Ears;
  voices: Voices;
}

type Lags = Record<Transport, number[]>;

/** From a write in a pane to the change at a WebSocket client, against a process that only passes it on. */
export async function benchLag(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const size of SIZES) results.push(...(await measure(size)));
  return [...results, await measurePolled()];
}

/** The floor, here and over ssh take turns, so that what disturbs one disturbs all. */
async function measure(size: number): Promise<BenchResult[]> {
  const places: Place[] = [];
  const speakers: Speaker[] = [];
  let bare: ChildProcess | null = null;
  try {
    for (const kind of KINDS) {
      const place = await Place.create(kind);
      places.push(place);
      place.fill(size);
    }
    const floor = await startBare(places[0] as Place);
    bare = floor.child;
    speakers.push(floor.speaker);
    for (const place of places) {
      await place.observe();
      speakers.push(await speakerOf(place));
    }
    await sleep(SETTLE_MS);
    const [floors, ...subjects] = await take(speakers);
    const lags = Object.fromEntries(KINDS.map((kind, index) => [kind, subjects[index]])) as Record<Kind, Lags>;
    return TRANSPORTS.flatMap((transport) => [
      toFloor(transport, size, floors?.[transport] ?? [], lags.local[transport]),
      toLocal(transport, size, lags.local[transport], lags.ssh[transport]),
    ]);
  } finally {
    for (const { ears } of speakers) ears.close();
    if (bare !== null) await end(bare);
    for (const place of places) await place.dispose();
  }
}

/** A host without inotifywait looks at status files by itself. */
async function measurePolled(): Promise<BenchResult> {
  const place = await Place.create("ssh", { host: { without: ["inotifywait"] } });
  try {
    place.fill(10);
    await place.observe();
    const { ears, voices } = await speakerOf(place);
    await untilHeard(ears, voices["status file"], "status file");
    const lags: number[] = [];
    for (let round = 0; round < POLLED_ROUNDS; round += 1) {
      // at any moment between two looks, as an agent would
      await sleep((round * 370) % POLL_MS);
      lags.push(await lagOf(ears, voices["status file"], `polled-${round}`));
    }
    ears.close();
    const worst = percentile(lags, 0.95);
    return {
      name: "status file, ssh without inotifywait",
      floor: "–",
      ratio: worst / 1000,
      unit: "s (p95)",
      reach: `≤ ${POLL_MS / 1000}`,
      ok: worst <= POLL_MS,
      detail: spread(lags),
    };
  } finally {
    await place.dispose();
  }
}

async function startBare(place: Place): Promise<{ child: ChildProcess; speaker: Speaker }> {
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
  const ears = new Ears(`ws://127.0.0.1:${String(port).trim()}`);
  await ears.open;
  return { child, speaker: { ears, voices: bareVoices(place, { fifo, files, spool }) } };
}

async function end(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null) await once(child, "exit");
}

async function speakerOf(place: Place): Promise<Speaker> {
  const ears = new Ears(`ws+unix://${join(place.box.home, "agtmuxd.sock")}:/v1/stream`);
  await ears.open;
  return { ears, voices: voicesOf(place) };
}

async function take(speakers: readonly Speaker[]): Promise<Lags[]> {
  const lags = speakers.map((): Lags => ({ marker: [], "status file": [], hook: [] }));
  for (const transport of TRANSPORTS) {
    for (const { ears, voices } of speakers) await untilHeard(ears, voices[transport], transport);
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      for (const [index, { ears, voices }] of speakers.entries()) {
        const lag = await lagOf(ears, voices[transport], `${transport.replace(" ", "-")}-${round}-${index}`);
        if (round >= 0) lags[index]?.[transport].push(lag);
        await sleep(PAUSE_MS);
      }
    }
  }
  return lags;
}

async function lagOf(ears: Ears, say: (word: string) => void, name: string): Promise<number> {
  // no word is part of another
  const word = `<${name}>`;
  const heard = ears.hear(word);
  const said = performance.now();
  say(word);
  return (await heard) - said;
}

/** A pane that has just been registered needs a moment until it is heard. */
async function untilHeard(ears: Ears, say: (word: string) => void, name: string): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const heard = ears.hear(`<first-${name}-${attempt}>`, 3_000);
    say(`<first-${name}-${attempt}>`);
    if (
      await heard.then(
        () => true,
        () => false,
      )
    )
      return;
  }
  throw new Error(`a ${name} is never heard`);
}

const REACH: Record<Transport, { ratio: number; p50: number; p99: number }> = {
  marker: { ratio: 4, p50: 5, p99: 30 },
  "status file": { ratio: 4, p50: 5, p99: Number.POSITIVE_INFINITY },
  hook: { ratio: 2, p50: Number.POSITIVE_INFINITY, p99: Number.POSITIVE_INFINITY },
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
    reach: "≤ 3",
    ok: ratio <= 3,
    detail: `${spread(ssh)}; local ${spread(local)}`,
  };
}

function spread(lags: readonly number[]): string {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(lags, share).toFixed(1));
  return `p50 ${p50}, p95 ${p95}, p99 ${p99} ms`;
}
