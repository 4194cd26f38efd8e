import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { connect } from "@nats-io/transport-node";
import { messageOf } from "../../src/core/protocol/base/fault.ts";
import { fillDisk } from "../support/fill-disk.ts";
import { endNats, natsServer } from "../support/nats.ts";
import { until } from "../support/sandbox.ts";
import type { Machine, Network } from "./network.ts";

const SERVERS = ["s1", "s2", "s3"];
const PORT = 4222;
const MONITOR = 8222;
/** The logs of servers that take thousands of values a second fill less at once. */
const DISK = "512m";
const ANSWER_MS = 1_000;
/** The load's own, and that of the hub, which has no panes. Of a stream without writes, nats-server 2.9 may keep two leaders. */
const UNUSED = ["KV_load", "KV_agtmux_panes_hub"];
/** In such a server's words, what nobody waits for. */
const UNNEEDED = new RegExp(`"error": ?"JetStream (consumer|stream '[^']*(${UNUSED.join("|")})')`);

/** One server of the cluster, on a machine and a small disk of its own. */
export class ClusterServer {
  readonly machine: Machine;
  private readonly dir: string;
  private readonly store: string;
  private process: ChildProcess | null = null;

  constructor(machine: Machine, dir: string, routes: readonly string[]) {
    this.machine = machine;
    this.dir = join(dir, machine.name);
    this.store = join(this.dir, "store");
    mkdirSync(this.store, { recursive: true });
    // gone with the mount namespace of this process
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "none", this.store]);
    const { address, name } = machine;
    const lines = [
      `server_name: ${name}`,
      `listen: "${address}:${PORT}"`,
      `http: "${address}:${MONITOR}"`,
      `jetstream { store_dir: "${this.store}", max_file: 1GB, max_mem: 64MB }`,
      `cluster { name: agtmux, listen: "${address}:6222", routes: [${routes.map((each) => `"nats://${each}:6222"`).join(", ")}] }`,
    ];
    writeFileSync(join(this.dir, "server.conf"), `${lines.join("\n")}\n`);
  }

  get url(): string {
    return `nats://${this.machine.address}:${PORT}`;
  }

  /** Does nothing if it runs: two faults of one round may have ended it. */
  start(): void {
    if (this.process !== null && this.process.exitCode === null && this.process.signalCode === null) return;
    const [program = "", ...args] = [...this.machine.enter, natsServer(), "-c", join(this.dir, "server.conf")];
    this.process = spawn(program, [...args, "-l", join(this.dir, "log")], { stdio: "ignore" });
  }

  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const { process: child } = this;
    this.process = null;
    if (child !== null) await endNats(child, signal);
  }

  /** A server that hangs: its connections stay, and nothing comes. */
  pause(): void {
    this.process?.kill("SIGSTOP");
  }

  resume(): void {
    this.process?.kill("SIGCONT");
  }

  fill(): void {
    fillDisk(this.store);
  }

  /** Removes everything from its disk. */
  forget(): void {
    for (const name of readdirSync(this.store)) rmSync(join(this.store, name), { recursive: true });
  }

  /** Its last lines. */
  log(lines = 30): string {
    return readFileSync(join(this.dir, "log"), "utf8").split("\n").slice(-lines).join("\n");
  }

  /**
   * Whether it says of itself that it has caught up with the others. A feed whose listener went with a server may stay
   * behind for minutes, and a stream that nobody writes for longer; nobody needs them.
   */
  async isHealthy(): Promise<boolean> {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(`http://${this.machine.address}:${MONITOR}/healthz`, { signal }).catch(() => null);
    return answer?.ok === true || UNNEEDED.test((await answer?.text()) ?? "");
  }

  /** Its own copy of every stream, as it tells. */
  async streams(): Promise<string> {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const url = `http://${this.machine.address}:${MONITOR}/jsz?streams=1&consumers=1&config=1`;
    const answer = await fetch(url, { signal }).catch(() => null);
    return (await answer?.text()) ?? "does not answer";
  }

  /** The last value of every key of a bucket, as it tells them when it is asked. */
  async rows(bucket: string): Promise<Record<string, unknown>[] | string> {
    const nats = await connect({
      servers: [this.url],
      reconnect: false,
      timeout: ANSWER_MS,
      ignoreClusterUpdates: true,
    });
    try {
      const kept = await new Kvm(jetstream(nats, { timeout: ANSWER_MS })).open(bucket);
      const rows: Record<string, unknown>[] = [];
      for await (const key of await kept.keys()) {
        const entry = await kept.get(key);
        rows.push({ key, revision: entry?.revision, created: entry?.created, value: entry?.string() });
      }
      return rows;
    } catch (error) {
      return messageOf(error);
    } finally {
      await nats.close();
    }
  }

  async lastNumbers(): Promise<string> {
    const text = await this.streams();
    const found = [...text.matchAll(/"name": "(KV_\w+)"[\s\S]*?"last_seq": (\d+)/g)];
    return found.map(([, stream, last]) => `${stream} ${last}`).join(", ");
  }
}

/** Three nats-servers with JetStream that replicate to each other. */
export class Cluster {
  readonly servers: ClusterServer[];
  private readonly dir = mkdtempSync(join(tmpdir(), "agtmux-cluster-"));

  static async start(network: Network): Promise<Cluster> {
    const machines: Machine[] = [];
    for (const name of SERVERS) machines.push(await network.add(name));
    const cluster = new Cluster(machines);
    for (const server of cluster.servers) server.start();
    await cluster.untilWhole();
    return cluster;
  }

  private constructor(machines: readonly Machine[]) {
    const routes = machines.map(({ address }) => address);
    this.servers = machines.map((machine) => new ClusterServer(machine, this.dir, routes));
  }

  get urls(): string[] {
    return this.servers.map(({ url }) => url);
  }

  server(name: string): ClusterServer | null {
    return this.servers.find(({ machine }) => machine.name === name) ?? null;
  }

  /** Until every server has caught up, and says who leads each stream. */
  async untilWhole(): Promise<void> {
    await until(
      async () => {
        const healthy = await Promise.all(this.servers.map((server) => server.isHealthy()));
        if (healthy.includes(false)) return false;
        const led = await Promise.all(this.servers.map(({ url }) => leadersAt(url).catch(() => null)));
        return led.every((leaders) => leaders !== null && [...leaders.values()].every((leader) => leader !== null));
      },
      () => this.servers.map((server) => `${server.machine.name}:\n${server.log()}`).join("\n"),
      120_000,
    );
  }

  /** The server that leads a stream; null if nobody does. */
  async leaderOf(stream: string): Promise<string | null> {
    for (const { url } of this.servers) {
      const leaders = await leadersAt(url).catch(() => null);
      if (leaders !== null) return leaders.get(stream) ?? null;
    }
    return null;
  }

  /** The last number of each stream on each server: where they differ, one of them is behind. */
  async replicas(): Promise<string> {
    const told = await Promise.all(this.servers.map((server) => server.lastNumbers()));
    return this.servers.map(({ machine }, index) => `${machine.name}: ${told[index]}`).join("\n");
  }

  async dispose(): Promise<void> {
    for (const server of this.servers) await server.end("SIGKILL");
    for (const { machine } of this.servers) execFileSync("umount", ["--lazy", join(this.dir, machine.name, "store")]);
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/**
 * The leader of each stream in use whose copies have all caught up, as one server tells it. Each must be on all three: otherwise
 * one of them may not be lost.
 */
async function leadersAt(url: string): Promise<Map<string, string | null>> {
  const nats = await connect({ servers: [url], reconnect: false, timeout: ANSWER_MS, ignoreClusterUpdates: true });
  try {
    const manager = await jetstreamManager(nats, { timeout: ANSWER_MS, checkAPI: false });
    const leaders = new Map<string, string | null>();
    for await (const { config, cluster } of manager.streams.list()) {
      if (UNUSED.includes(config.name)) continue;
      if (config.num_replicas !== SERVERS.length)
        throw new Error(`${config.name} is on ${config.num_replicas} servers`);
      const isCurrent = cluster?.replicas?.every(({ current }) => current) === true;
      leaders.set(config.name, isCurrent ? (cluster.leader ?? null) : null);
    }
    return leaders;
  } finally {
    await nats.close();
  }
}
