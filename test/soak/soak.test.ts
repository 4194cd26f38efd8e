import { expect, it } from "vitest";
import { canNetns } from "../support/fake-network.ts";
import { isLong } from "../support/long.ts";
import { soak } from "./soak.ts";

const SECONDS = isLong ? 60 : 15;

it.skipIf(!canNetns())(
  `[FT7] ${SECONDS} s of many panes, dashboards and terminals, while machines, members and their server come and go: nothing is lost or grows`,
  { timeout: 600_000 },
  async () => {
    const size = isLong
      ? { panes: 100, remotes: 3, members: 2, clients: 10, terminals: 5 }
      : { panes: 30, remotes: 2, members: 1, clients: 4, terminals: 3 };
    const pauses = { drops: 5, kills: 8, restarts: 9 };
    const figures = await soak({ ...size, seconds: SECONDS, signalsPerSecond: 20, pauses, readsHeap: false });
    expect(figures.faults).toEqual([]);
    expect(figures.events).toBe(figures.signals);
    expect(figures.signals).toBeGreaterThan(SECONDS);
    const { killed, cut, kills, restarts } = figures.played;
    expect(Math.min(killed + cut, kills, restarts)).toBeGreaterThan(0);
    expect(figures.terminals.megabytes).toBeGreaterThan(0);
  },
);
