import { uptime } from "node:os";
import { expect, it } from "vitest";
import { testPane } from "../../../test/support/test-pane.ts";
import { beginAt, resumedClock } from "./clock-memory.ts";
import { bootId } from "./processes/processes.ts";

const DAY_MS = 86_400_000;
const NOTED = { at: 1_000_000_000, uptime: 500_000, boot: "b1" };
const later = (passed: number, jump: number, boot = "b1") => ({
  wall: NOTED.at + passed + jump,
  uptime: NOTED.uptime + passed,
  boot,
});

it("[FT3] a daemon that starts after the clock was set goes on where the former one was", () => {
  expect(beginAt(NOTED, later(30_000, 0))).toBeNull();
  expect(beginAt(NOTED, later(30_000, -DAY_MS))).toBe(NOTED.at + 30_000);
  // not before any time that the previous daemon may have given
  expect(beginAt(NOTED, later(30_000, 50_000))).toBe(NOTED.at + 33_000);
  expect(beginAt(NOTED, later(100, -1_000))).toBe(NOTED.at + 100);
});

it("[FT3] a long leap forward is time that has passed, also while no daemon ran", () => {
  expect(beginAt(NOTED, later(30_000, DAY_MS))).toBeNull();
});

it("[FT3] after another boot it goes by the system's time, unless that lies before what was told", () => {
  expect(beginAt(NOTED, { ...later(30_000, DAY_MS, "b2"), uptime: 10_000 })).toBeNull();
  expect(beginAt(NOTED, { ...later(30_000, -DAY_MS, "b2"), uptime: 10_000 })).toBe(NOTED.at);
});

it("[FT3] a clock that had leapt since it was noted goes on from the newest state that is stored", () => {
  const noted = JSON.stringify({ at: Date.now(), uptime: uptime() * 1_000, boot: bootId() });
  const told = Date.now() + 3_600_000;
  const resumed = (updated_at: number) =>
    resumedClock({ recall: () => noted, states: () => [testPane({}, { updated_at })] }).now();
  expect(resumed(told)).toBeGreaterThanOrEqual(told);
  expect(resumed(0)).toBeLessThan(told);
});
