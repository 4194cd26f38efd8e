import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../src/core/protocol/base/fault.ts";
import { median } from "../bench/percentile.ts";
import { until } from "../support/sandbox.ts";
import { LiveHeap } from "./live-heap.ts";
import { Signaller, WAYS } from "./signallers.ts";
import { SoakClient } from "./soak-client.ts";
import { keepEvidence } from "./soak-evidence.ts";
import { type FaultPauses, SoakFaults } from "./soak-faults.ts";
import { SoakTerminal } from "./soak-terminal.ts";
import { KINDS, type Kind, SoakWorld, type WorldOptions } from "./soak-world.ts";
import { type Counted, verdictOf } from "./verdict.ts";
import { growthOf, type Trend, trendOf, type Vital, vitalOf } from "./vitals.ts";

export interface SoakOptions extends WorldOptions {
  seconds: number;
  clients: number;
  signalsPerSecond: number;
  pauses: FaultPauses;
  /** Whether to ask the watched daemon's inspector how much of its heap is in use: needs a network of its own. */
  readsHeap: boolean;
  /** Where a run with faults leaves what explains them. */
  evidence?: string;
  log?(line: string): void;
}

export interface SoakFigures extends Counted {
  seconds: number;
  panes: Record<Kind, number>;
  /** Of the machine: before the run, and while it ran. */
  load: { before: number; during: number };
  played: SoakFaults["played"];
  messages: number;
  terminals: { megabytes: number; screens: number; ends: number };
  trend: Trend;
  /** Milliseconds from a signal to the first dashboard. */
  latencies: Record<Kind, number[]>;
  /** Empty if all is well. */
  faults: string[];
}

const SAMPLE_MS = 1_000;
const TELL_EVERY = 30;
/** How often garbage is collected, and the heap read: in an hour every minute. */
const HEAP_TIMES = 60;
const HEAP_SECONDS = { least: 20, most: 60 };

/** Many panes, dashboards and terminals, agents that signal at random, and faults of everything but the watched daemon. */
export async function soak(options: SoakOptions): Promise<SoakFigures> {
  const before = loadavg()[0] ?? 0;
  const world = await SoakWorld.start(options);
  const keep = (faults: readonly string[]) => {
    if (options.evidence !== undefined) keepEvidence(world, faults, options.evidence);
  };
  try {
    options.log?.(`${options.panes} panes are registered`);
    const figures = await new Soak(options, world, before).run();
    if (figures.faults.length > 0) keep(figures.faults);
    return figures;
  } catch (error) {
    keep([messageOf(error)]);
    throw error;
  } finally {
    await world.dispose();
  }
}

class Soak {
  private readonly options: SoakOptions;
  private readonly world: SoakWorld;
  private readonly loadBefore: number;
  private readonly signallers: Signaller[];
  private readonly clients: SoakClient[];
  private readonly terminals: SoakTerminal[];
  private readonly faults: SoakFaults;
  private readonly vitals: Vital[] = [];
  private readonly loads: number[] = [];
  private readonly latencies: Record<Kind, number[]> = { here: [], ssh: [], fleet: [] };
  private readonly began = performance.now();
  private over = false;

  constructor(options: SoakOptions, world: SoakWorld, loadBefore: number) {
    this.options = options;
    this.world = world;
    this.loadBefore = loadBefore;
    this.faults = new SoakFaults(world, options.pauses, () => this.over);
    this.signallers = world.parts.flatMap((part) => {
      const ways = part.kind === "ssh" ? WAYS.filter((way) => way !== "hook") : WAYS;
      return part.place.panes.map((pane, n) => new Signaller(pane, ways[n % ways.length] ?? "spool", part));
    });
    const byKey = new Map(this.signallers.map((each) => [each.key, each]));
    const url = `ws+unix://${join(world.watched.home, "agtmuxd.sock")}:`;
    this.clients = Array.from(
      { length: options.clients },
      (_, n) =>
        new SoakClient(`${url}/v1/stream`, n === 0 ? (key, number) => this.hear(byKey.get(key), number) : undefined),
    );
    this.terminals = world.storms.map(({ ref }) => new SoakTerminal(`${url}/v1/terminal/${encodeURIComponent(ref)}`));
  }

  async run(): Promise<SoakFigures> {
    try {
      await until(() => this.clients.every(({ messages }) => messages > 0));
      await until(
        () => this.terminals.every(({ bootstraps }) => bootstraps > 0),
        () => `${JSON.stringify(this.terminals.map(({ said }) => said))}\n${this.world.watched.log()}`,
      );
      const work = Promise.all([this.signal(), this.sample(), this.faults.work()]);
      // what fails is told at once, and not at the end of the hour
      await Promise.race([sleep(this.options.seconds * 1_000), work]);
      this.over = true;
      await work;
      return await this.conclude();
    } finally {
      this.over = true;
      for (const each of [...this.clients, ...this.terminals]) each.close();
    }
  }

  private get seconds(): number {
    return (performance.now() - this.began) / 1_000;
  }

  private hear(signaller: Signaller | undefined, number: number): void {
    if (signaller === undefined || signaller.said !== number || signaller.waitsSince === null) return;
    this.latencies[signaller.part.kind].push(performance.now() - signaller.waitsSince);
    signaller.waitsSince = null;
  }

  private async signal(): Promise<void> {
    while (!this.over) {
      await sleep((2_000 * Math.random()) / this.options.signalsPerSecond);
      const free = this.signallers.filter(({ waitsSince }) => waitsSince === null);
      free[Math.floor(Math.random() * free.length)]?.say();
    }
  }

  private async sample(): Promise<void> {
    const { readsHeap, seconds } = this.options;
    const heapEvery = Math.round(Math.min(Math.max(seconds / HEAP_TIMES, HEAP_SECONDS.least), HEAP_SECONDS.most));
    const liveHeap = readsHeap ? await LiveHeap.open(this.world.pid) : null;
    for (let n = 1; !this.over; n += 1) {
      await sleep(SAMPLE_MS);
      const heap = liveHeap !== null && n % heapEvery === 0 ? await liveHeap.megabytes() : null;
      this.vitals.push({ seconds: this.seconds, heap, ...vitalOf(this.world.pid) });
      this.loads.push(loadavg()[0] ?? 0);
      if (n % TELL_EVERY === 0) this.tell();
    }
    liveHeap?.close();
  }

  private tell(): void {
    const { megabytes, descriptors } = this.vitals.at(-1) as Vital;
    const heap = this.vitals.findLast((each) => each.heap !== null)?.heap;
    const { killed, cut, kills, restarts } = this.faults.played;
    const said = this.signallers.reduce((sum, each) => sum + each.said, 0);
    const words = [
      `${megabytes.toFixed(0)} MB${typeof heap === "number" ? `, ${heap.toFixed(1)} MB of it live` : ""}`,
      `${descriptors} descriptors`,
      `${said} signals`,
      `${killed + cut} drops, ${kills} kills, ${restarts} restarts`,
    ];
    this.options.log?.(`${this.seconds.toFixed(0)} s: ${words.join(", ")}`);
  }

  private async conclude(): Promise<SoakFigures> {
    const { world, clients, terminals, signallers } = this;
    const { counted, faults } = await verdictOf(world, signallers, clients, terminals);
    const trend = trendOf(this.vitals, this.options.seconds);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const panes = KINDS.map((kind) => [kind, signallers.filter(({ part }) => part.kind === kind).length]);
    return {
      ...counted,
      seconds: this.options.seconds,
      panes: Object.fromEntries(panes) as Record<Kind, number>,
      load: { before: this.loadBefore, during: median(this.loads) },
      played: this.faults.played,
      messages: sum(clients.map(({ messages }) => messages)),
      terminals: {
        megabytes: sum(terminals.map(({ received }) => received)) / 1024 ** 2,
        screens: sum(terminals.map(({ bootstraps }) => bootstraps)),
        ends: sum(terminals.map(({ ends }) => ends)),
      },
      trend,
      latencies: this.latencies,
      faults: [...faults, ...growthOf(trend, this.options.seconds)],
    };
  }
}
