import { describe, expect, it } from "vitest";
import { forecastFull, type LimitSample, withSample } from "./forecast.ts";

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;

/** One percent a minute, told every five minutes. */
const STEADY = [40, 45, 50, 55].map((used_percent, index) => ({ at: NOW - (20 - index * 5) * MINUTE, used_percent }));

const forecast = (change: object = {}, samples: readonly LimitSample[] = STEADY, now = NOW) =>
  forecastFull({ at: NOW, used_percent: 60, resets_at: NOW + 120 * MINUTE, ...change }, samples, now);

describe("the forecast of a limit", () => {
  it("[UG24] goes on at the rate of the last hour, and slows down while nothing more is used", () => {
    expect(forecast()).toBe(NOW + 40 * MINUTE);
    // as much as 20 % in 40 minutes
    expect(forecast({}, STEADY, NOW + 20 * MINUTE)).toBe(NOW + 20 * MINUTE + 80 * MINUTE);
    // all samples are older than an hour
    expect(forecast({ resets_at: NOW + 900 * MINUTE }, STEADY, NOW + 100 * MINUTE)).toBeNull();
  });

  it("[UG24] is none if the limit resets before, is full, does not grow or has no known reset", () => {
    expect(forecast({ resets_at: NOW + 39 * MINUTE })).toBeNull();
    expect(forecast({ resets_at: null })).toBeNull();
    expect(forecast({ used_percent: 100 })).toBeNull();
    expect(forecast({ used_percent: 40 })).toBeNull();
  });

  it("[UG24] needs three samples over ten minutes", () => {
    expect(forecast({}, STEADY.slice(0, 3))).not.toBeNull();
    expect(forecast({}, STEADY.slice(0, 2))).toBeNull();
    expect(forecast({ at: NOW - 11 * MINUTE }, STEADY)).toBeNull();
    expect(forecast({}, [])).toBeNull();
  });

  it("[UG24] samples are a minute apart, of the last hour, and begin anew with the limit", () => {
    let samples: LimitSample[] = [];
    for (let second = 0; second < 7_200; second += 10)
      samples = withSample(samples, { at: second * 1_000, used_percent: second / 100 });
    expect(samples).toHaveLength(61);
    expect(samples.at(-1)).toEqual({ at: 7_140_000, used_percent: 71.4 });
    const anew = { at: 7_150_000, used_percent: 3 };
    expect(withSample(samples, anew)).toEqual([anew]);
  });
});
