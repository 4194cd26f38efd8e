import { expect, it } from "vitest";
import { canNetns } from "../support/fake-network.ts";
import { isLong } from "../support/long.ts";
import { soak } from "./soak.ts";

const SECONDS = isLong ? 60 : 12;

it.skipIf(!canNetns())(
  `[FT7] ${SECONDS} s of many panes, dashboards and terminals, while a machine comes and goes: nothing is lost or grows`,
  { timeout: 300_000 },
  async () => {
    const size = isLong ? { panes: 200, clients: 20, terminals: 5 } : { panes: 40, clients: 6, terminals: 2 };
    const figures = await soak({ ...size, seconds: SECONDS, signalsPerSecond: 20, dropEverySeconds: 6 });
    expect(figures.faults).toEqual([]);
    expect(figures.events).toBe(figures.signals);
    expect(figures.signals).toBeGreaterThan(SECONDS);
    expect(figures.drops).toBeGreaterThan(0);
    expect(figures.terminalMegabytes).toBeGreaterThan(0);
  },
);
