import { setTimeout as sleep } from "node:timers/promises";
import { Nats } from "../../support/nats.ts";
import { until } from "../../support/sandbox.ts";
import type { BenchResult } from "../bench-result.ts";
import { median } from "../percentile.ts";
import { processCosts, residentMb } from "../targets/process-cost.ts";
import { StreamListener } from "../targets/stream-listener.ts";
import { spread } from "../web/spread.ts";
import { BareBucket } from "./bare-bucket.ts";
import { fleetDaemon, streamUrl } from "./fleet-daemon.ts";
import { SimulatedMembers } from "./simulated-members.ts";

const MEMBERS = 100;
const PANES_EACH = 50;
const CHANGES_PER_S = 200;
const SETTLE_MS = 8_000;
const REST_MS = 15_000;
const TURNS = 6;
const TURN_MS = 10_000;
const PROBE_MS = 97;
const PATIENCE_MS = 180_000;
const REACH_LAG = 3;
const REACH_CPU = 3;
const REACH_MEMORY = 1.2;

/** A hub with a hundred members: what it costs while nothing happens, and while 200 rows a second change. */
export async function benchFleetHub(): Promise<BenchResult[]> {
  const nats = new Nats("");
  await nats.start();
  const closing: (() => Promise<unknown>)[] = [() => nats.dispose()];
  try {
    const hub = fleetDaemon("hub", nats.url, { AGTMUX_HUB: "on" });
    closing.unshift(() => hub.dispose());
    const { pid = 0 } = await hub.startDaemon();
    const members = await SimulatedMembers.join(nats.url, MEMBERS, PANES_EACH);
    closing.unshift(() => members.leave());
    await until(async () => (await hub.panes()).items.length === MEMBERS * PANES_EACH, undefined, PATIENCE_MS);
    const client = new StreamListener(streamUrl(hub));
    closing.unshift(async () => client.close());
    await client.open;
    const floor = await BareBucket.open(nats.url);
    closing.unshift(() => floor.close());
    await sleep(SETTLE_MS);
    const pids = { hub: pid as number, server: nats.pid };
    const rest = await costOf(pids, () => sleep(REST_MS));
    const lags: number[] = [];
    const bare: number[] = [];
    const memory: number[] = [];
    let [changes, hubMs, serverMs, seconds] = [0, 0, 0, 0];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const cost = await costOf(pids, async () => {
        changes += await storm(members, client, floor, { lags, bare });
      });
      hubMs += cost.hubMs;
      serverMs += cost.serverMs;
      seconds += cost.seconds;
      memory.push(residentMb(pids.hub));
    }
    const lagRatio = median(lags) / median(bare);
    const cpuRatio = hubMs / serverMs;
    const [first = 0, last = 0] = [memory[1], memory.at(-1)];
    const share = (ms: number, of: number) => `${(ms / of / 10).toFixed(1)} % of a core`;
    const rate = `${(changes / seconds).toFixed(0)} changes/s`;
    return [
      {
        name: `change → a hub's client, ${MEMBERS} members × ${PANES_EACH} panes, ${rate}`,
        floor: "bare KV put → watch, at the same time",
        ...{ ratio: lagRatio, reach: `≤ ${REACH_LAG}`, ok: lagRatio <= REACH_LAG },
        detail: `${spread(lags)}; floor ${spread(bare)}`,
      },
      {
        name: `hub with ${rate}: CPU`,
        floor: "nats-server, for the same changes",
        ...{ ratio: cpuRatio, reach: `≤ ${REACH_CPU}`, ok: cpuRatio <= REACH_CPU },
        detail: `${share(hubMs, seconds)}, ${(hubMs / changes).toFixed(2)} ms for each change; server ${share(serverMs, seconds)}; at rest hub ${share(rest.hubMs, rest.seconds)}, server ${share(rest.serverMs, rest.seconds)}`,
      },
      {
        name: `hub after ${changes} changes: memory`,
        floor: "after a third of them",
        ...{ ratio: last / first, reach: `≤ ${REACH_MEMORY}`, ok: last / first <= REACH_MEMORY },
        detail: `${memory.map((mb) => mb.toFixed(0)).join(", ")} MB with ${MEMBERS * PANES_EACH} rows`,
      },
    ];
  } finally {
    for (const close of closing) await close();
  }
}

/** As many changes as are due, also when this process is late; now and then one is timed, and a bare put after it. */
async function storm(
  members: SimulatedMembers,
  client: StreamListener,
  floor: BareBucket,
  { lags, bare }: { lags: number[]; bare: number[] },
): Promise<number> {
  let [done, isOver] = [0, false];
  const probing = (async () => {
    while (!isOver) {
      const word = `<probe ${lags.length}>`;
      const arrived = client.arrival(word);
      const said = performance.now();
      const row = await members.change(word);
      lags.push((await arrived) - said);
      bare.push(await floor.lag(row, word));
      done += 1;
      await sleep(PROBE_MS);
    }
  })();
  const began = performance.now();
  const open = new Set<Promise<unknown>>();
  for (let passed = 0; passed < TURN_MS; passed = performance.now() - began) {
    for (; done < (passed / 1_000) * CHANGES_PER_S; done += 1) {
      const told = members.change(`changed ${done}`).finally(() => open.delete(told));
      open.add(told);
    }
    await sleep(1_000 / CHANGES_PER_S);
  }
  isOver = true;
  await Promise.all([probing, ...open]);
  return done;
}

async function costOf({ hub, server }: { hub: number; server: number }, work: () => Promise<unknown>) {
  const look = () => {
    const costs = processCosts();
    return { at: performance.now(), hub: costs.get(hub)?.ownMs ?? 0, server: costs.get(server)?.ownMs ?? 0 };
  };
  const before = look();
  await work();
  const after = look();
  return {
    hubMs: after.hub - before.hub,
    serverMs: after.server - before.server,
    seconds: (after.at - before.at) / 1_000,
  };
}
