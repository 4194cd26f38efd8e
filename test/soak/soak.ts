import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { percentile } from "../bench/percentile.ts";
import { query } from "../support/event-log.ts";
import { canNetns } from "../support/fake-network.ts";
import { Sandbox, until } from "../support/sandbox.ts";
import { SshClient, SshHost } from "../support/ssh-host.ts";
import { stormCommand } from "../support/storm.ts";
import { Signaller, WAYS } from "./signallers.ts";
import { SoakClient } from "./soak-client.ts";
import { SoakPlace } from "./soak-place.ts";
import { SoakTerminal } from "./soak-terminal.ts";
import { type Trend, trendOf, type Vital, vitalOf } from "./vitals.ts";

export interface SoakOptions {
  seconds: number;
  panes: number;
  clients: number;
  terminals: number;
  signalsPerSecond: number;
  /** Mean time between two losses of the connection to the other machine. */
  dropEverySeconds: number;
  log?(line: string): void;
}

export interface SoakFigures {
  signals: number;
  /** Events in the log. */
  events: number;
  drops: number;
  messages: number;
  terminalMegabytes: number;
  trend: Trend;
  latency: Record<"local" | "ssh", { p50: number; p99: number; most: number; count: number }>;
  /** Empty if all is well. */
  faults: string[];
}

const STORM = { kind: "lines", seed: 7, kilobytes: 1_000_000, pauseMs: 300 } as const;
const PATIENCE_MS = 90_000;
const SAMPLE_MS = 1_000;
/** Fraction of the run before memory and descriptors are compared. */
const WARM_UP = 0.3;
/** Growth allowed without a leak: caches fill, and garbage collection is late. */
const MAX_GROWTH = 0.25;
const MIN_GROWTH_MB = 30;
const SPARE_DESCRIPTORS = 10;

/** Runs many panes, dashboards and terminals, agents that signal at random, and a machine with a flaky connection. */
export async function soak(options: SoakOptions): Promise<SoakFigures> {
  const log = options.log ?? (() => undefined);
  const ssh = new SshClient();
  const vm = await SshHost.start("vm1", ssh, {});
  const box = new Sandbox({ AGTMUX_SSH_CONFIG: ssh.config, AGTMUX_HEARTBEAT: "2s" });
  try {
    const here = new SoakPlace("host", box, Math.ceil(options.panes * 0.75));
    const there = new SoakPlace("vm1", vm, Math.floor(options.panes * 0.25));
    const terminals = Array.from({ length: options.terminals }, (_, n) =>
      box.session(`t${n}`, stormCommand(box, STORM)),
    );
    const { pid } = await box.startDaemon();
    const added = await box.agtmux(["target", "add", "vm1", "--kind", "ssh"]);
    if (added.code !== 0) throw new Error(`the target is not added: ${added.stderr}`);
    for (const place of [here, there]) place.register();
    await until(async () => (await box.panes()).summary.agents >= options.panes, undefined, PATIENCE_MS);
    log(`${options.panes} panes are registered`);
    return await new Soak(options, box, vm, pid as number, [here, there], terminals, log).run();
  } finally {
    await box.dispose();
    await vm.dispose();
    rmSync(ssh.dir, { recursive: true, force: true });
  }
}

class Soak {
  private readonly options: SoakOptions;
  private readonly box: Sandbox;
  private readonly vm: SshHost;
  private readonly pid: number;
  private readonly signallers: Signaller[];
  private readonly clients: SoakClient[];
  private readonly terminals: SoakTerminal[];
  private readonly log: (line: string) => void;
  private readonly vitals: Vital[] = [];
  private readonly latencies = { local: [] as number[], ssh: [] as number[] };
  private readonly began = performance.now();
  private drops = 0;
  private over = false;

  constructor(
    options: SoakOptions,
    box: Sandbox,
    vm: SshHost,
    pid: number,
    places: readonly SoakPlace[],
    terminalPanes: readonly string[],
    log: (line: string) => void,
  ) {
    this.options = options;
    this.box = box;
    this.vm = vm;
    this.pid = pid;
    this.log = log;
    this.signallers = places.flatMap((place) => {
      const ways = place.target === "host" ? WAYS : WAYS.filter((way) => way !== "hook");
      return place.panes.map((pane, n) => new Signaller(pane, ways[n % ways.length] ?? "spool", place));
    });
    const byKey = new Map(this.signallers.map((each) => [each.key, each]));
    const first = (key: string, number: number) => {
      const signaller = byKey.get(key);
      if (signaller === undefined || signaller.said !== number || signaller.waitsSince === null) return;
      const took = performance.now() - signaller.waitsSince;
      this.latencies[signaller.pane.target === "host" ? "local" : "ssh"].push(took);
      signaller.waitsSince = null;
    };
    const url = `ws+unix://${join(box.home, "agtmuxd.sock")}:`;
    this.clients = Array.from(
      { length: options.clients },
      (_, n) => new SoakClient(`${url}/v1/stream`, n === 0 ? first : undefined),
    );
    this.terminals = terminalPanes.map((paneId) => {
      const ref = box.tmux("display-message", "-p", "-t", paneId, "pane:host/#{session_name}/#{window_id}/#{pane_id}");
      return new SoakTerminal(`${url}/v1/terminal/${encodeURIComponent(ref)}`);
    });
  }

  async run(): Promise<SoakFigures> {
    try {
      await until(() => this.clients.every(({ messages }) => messages > 0));
      await until(
        () => this.terminals.every(({ bootstraps }) => bootstraps > 0),
        () => `${JSON.stringify(this.terminals.map(({ said }) => said))}\n${this.box.log()}`,
      );
      const work = [this.signal(), this.sample(), this.dropTargets()];
      await sleep(this.options.seconds * 1_000);
      this.over = true;
      await Promise.all(work);
      return await this.conclude();
    } finally {
      this.over = true;
      for (const each of [...this.clients, ...this.terminals]) each.close();
    }
  }

  private get seconds(): number {
    return (performance.now() - this.began) / 1_000;
  }

  private async signal(): Promise<void> {
    while (!this.over) {
      await sleep((2_000 * Math.random()) / this.options.signalsPerSecond);
      const free = this.signallers.filter(({ waitsSince }) => waitsSince === null);
      free[Math.floor(Math.random() * free.length)]?.say();
    }
  }

  private async sample(): Promise<void> {
    for (let n = 1; !this.over; n += 1) {
      await sleep(SAMPLE_MS);
      this.vitals.push(vitalOf(this.pid, this.seconds));
      const { megabytes, descriptors } = this.vitals.at(-1) as Vital;
      if (n % 30 === 0)
        this.log(
          `${this.seconds.toFixed(0)} s: ${megabytes.toFixed(0)} MB, ${descriptors} descriptors, ${this.said()} signals, ${this.drops} drops`,
        );
    }
  }

  /** Kills the machine's connections, or cuts its network for a while. */
  private async dropTargets(): Promise<void> {
    for (;;) {
      await this.sleepUnlessOver(this.options.dropEverySeconds * (0.5 + Math.random()));
      if (this.over) return;
      this.drops += 1;
      if (this.drops % 2 === 1 || !canNetns()) {
        await this.vm.killConnections();
        continue;
      }
      this.vm.cut();
      await this.sleepUnlessOver(3 + Math.random() * 5);
      this.vm.restore();
    }
  }

  private async sleepUnlessOver(seconds: number): Promise<void> {
    const end = this.seconds + seconds;
    while (!this.over && this.seconds < end) await sleep(100);
  }

  private said(): number {
    return this.signallers.reduce((sum, { said }) => sum + said, 0);
  }

  private async conclude(): Promise<SoakFigures> {
    const faults: string[] = [];
    const attempt = async (what: string, check: () => boolean | Promise<boolean>) => {
      await until(check, undefined, PATIENCE_MS).catch(() => faults.push(what));
    };
    const waiting = () => this.signallers.filter(({ waitsSince }) => waitsSince !== null);
    await attempt("words were lost", () => waiting().length === 0);
    for (const each of waiting())
      faults.push(`${each.key}: word ${each.said} by ${each.way} was never heard (${each.shown()})`);
    await attempt("a dashboard shows something else than the list", async () => {
      const listed = pictureOf((await this.box.panes()).items);
      return this.clients.every(({ shown }) => pictureOf([...shown.values()]) === listed);
    });
    for (const [n, client] of this.clients.entries()) {
      faults.push(...client.faults.map((fault) => `dashboard ${n}: ${fault}`));
      for (const { key, said } of this.signallers)
        if (said > 0 && client.heard.get(key) !== said)
          faults.push(`dashboard ${n}: ${key} ends with ${client.heard.get(key)} of ${said}`);
    }
    for (const [n, { gaps }] of this.terminals.entries()) if (gaps > 0) faults.push(`terminal ${n}: ${gaps} gaps`);
    const [count] = query<{ events: number; twice: number }>(
      this.box,
      `SELECT count(*) AS events, count(*) - count(DISTINCT target_id || pane_id || message) AS twice FROM events
         WHERE message GLOB 'word *' AND source IN ('command', 'marker', 'status_file', 'hook')`,
    );
    const { events = 0, twice = 0 } = count ?? {};
    const signals = this.said();
    if (events !== signals || twice > 0) faults.push(`${signals} signals are ${events} events, ${twice} of them twice`);
    const trend = trendOf(this.vitals, this.options.seconds * WARM_UP);
    faults.push(...growthOf(trend));
    return {
      signals,
      events,
      drops: this.drops,
      messages: this.clients.reduce((sum, { messages }) => sum + messages, 0),
      terminalMegabytes: this.terminals.reduce((sum, { received }) => sum + received, 0) / 1024 ** 2,
      trend,
      latency: { local: latencyOf(this.latencies.local), ssh: latencyOf(this.latencies.ssh) },
      faults,
    };
  }
}

function growthOf({ megabytes, descriptors }: Trend): string[] {
  const faults: string[] = [];
  const allowed = Math.max(megabytes.first * MAX_GROWTH, MIN_GROWTH_MB);
  if (megabytes.last - megabytes.first > allowed)
    faults.push(`memory grows: ${megabytes.first.toFixed(0)} MB, then ${megabytes.last.toFixed(0)}`);
  // a machine that was disconnected only in the first quarter is not growth
  if (descriptors.last - descriptors.first > SPARE_DESCRIPTORS && descriptors.gained > 0)
    faults.push(`descriptors grow: ${descriptors.first}, then ${descriptors.last}`);
  return faults;
}

function latencyOf(values: readonly number[]): SoakFigures["latency"]["local"] {
  return {
    p50: percentile(values, 0.5),
    p99: percentile(values, 0.99),
    most: Math.max(0, ...values),
    count: values.length,
  };
}

/** The items of the panes that signal; those with a storm have no message and change all the time. */
function pictureOf(items: readonly PaneItem[]): string {
  return items
    .filter(({ message }) => message !== "")
    .map((item) => JSON.stringify(item))
    .toSorted()
    .join("\n");
}
