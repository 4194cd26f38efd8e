import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MOST_SLOWNESS, Slowness } from "./slowness.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** The slowness of five seconds with one measurement in each. */
function over(...factors: number[]): number {
  const startedAt = Date.now();
  const slowness = new Slowness(() => factors.shift() ?? 1);
  vi.advanceTimersByTime(5_000);
  slowness.stop();
  return slowness.between(startedAt, Date.now());
}

it("[AD22] a machine is slower by the mean of what was measured, and one stall does not stand for the seconds around it", () => {
  expect(over(1, 1, 1, 1, 1)).toBe(1);
  expect(over(2, 4, 2, 4, 3)).toBe(3);
  expect(over(1, 1, 40, 1, 1)).toBe((4 + MOST_SLOWNESS) / 5);
  expect(over(40, 40, 40, 40, 40)).toBe(MOST_SLOWNESS);
});

it("[AD22] what was not measured is not taken to be slow", () => {
  const slowness = new Slowness(() => 3);
  expect(slowness.between(Date.now(), Date.now() + 3_000)).toBe(1);
  slowness.stop();
});
