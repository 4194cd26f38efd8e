import { expect, it } from "vitest";
import { beginAt } from "./clock-memory.ts";

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
