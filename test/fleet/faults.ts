import { setTimeout as sleep } from "node:timers/promises";
import { jetstream } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { connect } from "@nats-io/transport-node";
import { MEMBERS_BUCKET, panesBucket } from "../../src/core/fleet/fleet-names.ts";
import { until } from "../support/sandbox.ts";
import type { Cluster } from "./cluster.ts";
import type { MemberDaemon } from "./member-daemon.ts";
import type { Network } from "./network.ts";

const HOUR = 3_600;
const HUNG_MS = 3_000;
const RESTART_MS = 10_000;
const LOAD_VALUE = "x".repeat(1_500);
const LOAD_AT_ONCE = 50;

/** Everything that faults can befall. */
export interface Ground {
  network: Network;
  cluster: Cluster;
  members: readonly MemberDaemon[];
  hub: MemberDaemon;
  random(): number;
}

type Heal = () => Promise<void>;

/** Each begins a fault, and resolves with how to end it. */
export const FAULTS: Record<string, (ground: Ground) => Promise<Heal>> = {
  /** The server that leads a bucket is killed. */
  async "leader killed"({ cluster, members, random }) {
    const buckets = [MEMBERS_BUCKET, ...members.map(({ name }) => panesBucket(name))];
    const leader = await cluster.leaderOf(`KV_${one(buckets, random)}`);
    const server = cluster.server(leader ?? "") ?? one(cluster.servers, random);
    await server.end("SIGKILL");
    return async () => server.start();
  },
  /** One server and one member are cut off from all others. */
  async "minority cut off"({ network, cluster, members, hub, random }) {
    const [server, member] = [one(cluster.servers, random), one(members, random)];
    const rest = [...cluster.servers, ...members, hub].map(({ machine }) => machine);
    const cutOff = [server.machine, member.machine];
    network.cut(
      cutOff,
      rest.filter((machine) => !cutOff.includes(machine)),
    );
    return async () => network.heal();
  },
  /** No server reaches another one: none of them can store anything. */
  async "no majority"({ network, cluster }) {
    const machines = cluster.servers.map(({ machine }) => machine);
    for (const machine of machines)
      network.cut(
        [machine],
        machines.filter((each) => each !== machine),
      );
    return async () => network.heal();
  },
  /** All members reach only the one server that is alone; the hub is with the other two. */
  async "members with the minority"({ network, cluster, members, hub, random }) {
    const alone = one(cluster.servers, random);
    const others = [...cluster.servers.filter((each) => each !== alone), hub].map(({ machine }) => machine);
    network.cut(
      [alone, ...members].map(({ machine }) => machine),
      others,
    );
    return async () => network.heal();
  },
  async "member cut off"({ network, cluster, members, random }) {
    network.cut(
      [one(members, random).machine],
      cluster.servers.map(({ machine }) => machine),
    );
    return async () => network.heal();
  },
  async "member killed"({ members, random }) {
    const member = one(members, random);
    await member.kill();
    return () => member.start();
  },
  async "hub killed"({ hub }) {
    await hub.kill();
    return () => hub.start();
  },
  /** One server after the other, each once the one before it is there again; with another fault, it may not come. */
  async "rolling restart"({ cluster }) {
    for (const server of cluster.servers) {
      await server.end("SIGTERM");
      server.start();
      await until(() => server.isHealthy(), undefined, RESTART_MS).catch(() => undefined);
    }
    return async () => undefined;
  },
  /** A server hangs for a while, and the others have thousands of values a second to store. */
  async "load, and a server that hangs"({ cluster, random }) {
    const hung = one(cluster.servers, random);
    const free = cluster.servers.filter((each) => each !== hung).map(({ url }) => url);
    const stop = await putLoad(free);
    hung.pause();
    return async () => {
      await sleep(HUNG_MS);
      hung.resume();
      await stop();
    };
  },
  /**
   * It starts again without what it had stored, as docs/fleet.md says: nats-server 2.9 damages its store when its disk is
   * full, and may then serve buckets of its own that have nothing to do with those of the others.
   */
  async "disk full"({ cluster, random }) {
    const server = one(cluster.servers, random);
    server.fill();
    return async () => {
      await server.end("SIGKILL");
      const others = cluster.servers.filter((each) => each !== server);
      await until(async () => (await Promise.all(others.map((each) => each.isHealthy()))).every(Boolean));
      server.forget();
      server.start();
    };
  },
  /** It stays as it was set: rows are equal whatever the clocks say. */
  async "clock off by an hour"({ members, random }) {
    for (const { clock } of members) clock?.set(one([-HOUR, 0, HOUR], random));
    return async () => undefined;
  },
};

export type FaultName = keyof typeof FAULTS & string;

export function one<T>(all: readonly T[], random: () => number): T {
  return all[Math.floor(random() * all.length)] as T;
}

async function putLoad(urls: readonly string[]): Promise<() => Promise<void>> {
  const nats = await connect({ servers: [...urls], reconnect: false, ignoreClusterUpdates: true });
  let isOver = false;
  const loading = (async () => {
    const bucket = await new Kvm(jetstream(nats, { timeout: 5_000 })).create("load", { replicas: 3, history: 1 });
    while (!isOver)
      await Promise.all(Array.from({ length: LOAD_AT_ONCE }, (_, key) => bucket.put(`key${key}`, LOAD_VALUE)));
    // the servers may have no leader now: that is the fault's own doing
  })().catch(() => undefined);
  return async () => {
    isOver = true;
    await loading;
    await nats.close();
  };
}
