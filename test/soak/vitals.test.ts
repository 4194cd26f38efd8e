import { expect, it } from "vitest";
import { randomFrom } from "../support/random-from.ts";
import { growthOf, trendOf, type Vital } from "./vitals.ts";

const HOUR = 3_600;

/** One sample a second: memory that grows until it is collected, every minute, and a machine that is away now and then. */
function samples(seconds: number, leak: { heap?: number; megabytes?: number; descriptors?: number } = {}): Vital[] {
  const random = randomFrom(seconds);
  return Array.from({ length: seconds }, (_, second) => {
    const leaked = (perHour = 0) => (perHour * second) / HOUR;
    // caches fill in the first minutes
    const filled = 30 - 30 * Math.exp(-second / 60);
    return {
      seconds: second,
      heap: second % 60 === 0 ? 30 + filled / 5 + random() + leaked(leak.heap) : null,
      megabytes: 150 + filled + (second % 60) + random() * 8 + leaked(leak.megabytes),
      descriptors: (second % 20 < 6 ? 200 : 240) + Math.floor(random() * 4 + leaked(leak.descriptors)),
    };
  });
}

it("[FT7] memory that goes up and down around one level, and descriptors of machines that come and go, do not grow", () => {
  for (const seconds of [60, 600, HOUR]) expect(growthOf(trendOf(samples(seconds), seconds), seconds)).toEqual([]);
});

it("[FT7] an hour finds a leak of 10 MB per hour in the heap, one of 60 MB outside of it, and one descriptor for every tenth drop", () => {
  const trend = trendOf(samples(HOUR, { heap: 10, megabytes: 60, descriptors: 18 }), HOUR);
  expect(growthOf(trend, HOUR)).toEqual([
    expect.stringMatching(/^the live heap grows from \d+ MB to \d+ MB after the warm-up, (9|10|11) MB per hour$/),
    expect.stringMatching(/^memory grows from \d+ MB to \d+ MB after the warm-up, (5\d|6\d) MB per hour$/),
    expect.stringMatching(/^the number of descriptors grows from \d+ to \d+ after the warm-up, (1\d|20) per hour$/),
  ]);
});

it("[FT7] a collection that comes late near the end is no growth", () => {
  const late = samples(600).map((each) => (each.seconds > 570 ? { ...each, megabytes: each.megabytes + 60 } : each));
  expect(growthOf(trendOf(late, 600), 600)).toEqual([]);
});
