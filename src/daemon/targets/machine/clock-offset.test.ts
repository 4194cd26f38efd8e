import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ClockOffset, type ClockSample } from "./clock-offset.ts";

const HOUR = 3_600_000;
const SLACK = 20;

function learned(...samples: [at: number, offsetMs: number, roundTripMs: number][]): number {
  const offset = new ClockOffset();
  for (const [at, offsetMs, roundTripMs] of samples) offset.learn({ offsetMs, roundTripMs }, at);
  return offset.ms;
}

/** The sample measured for a clock that is off by `truth`, where request and reply took this long. */
function sampleOf(truth: number, there: number, back: number): ClockSample {
  return { offsetMs: truth + (there - back) / 2, roundTripMs: there + back };
}

describe("ClockOffset", () => {
  it("[TG20] is 0 before anything is known, and for clocks that may agree", () => {
    expect(learned()).toBe(0);
    expect(learned([0, 45, 80])).toBe(0);
    expect(learned([0, -45, 80])).toBe(0);
    expect(learned([0, 61, 80])).toBe(61);
  });

  it("[TG20] the offset is that of the quickest answer", () => {
    expect(learned([0, HOUR + 150, 400], [1, HOUR + 2, 6], [2, HOUR - 140, 400])).toBe(HOUR + 2);
  });

  it("[TG20] a clock that was set is followed at once", () => {
    expect(learned([0, HOUR, 2], [1, 0, 2])).toBe(0);
    expect(learned([0, 0, 2], [1, -HOUR, 300])).toBe(-HOUR);
  });

  it("[TG20] a clock that drifts is followed: an answer is forgotten after ten minutes", () => {
    expect(learned([0, HOUR, 2], [600_000, HOUR + 10, 40])).toBe(HOUR);
    expect(learned([0, HOUR, 2], [600_001, HOUR + 10, 40])).toBe(HOUR + 10);
  });

  it("[TG20] is never wrong by more than half the quickest round trip and the slack", () => {
    const delay = fc.integer({ min: 0, max: 2_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: -24 * HOUR, max: 24 * HOUR }),
        fc.array(fc.tuple(delay, delay), { minLength: 1 }),
        (truth, delays) => {
          const offset = new ClockOffset();
          const samples = delays.map(([there, back]) => sampleOf(truth, there, back));
          for (const [index, sample] of samples.entries()) offset.learn(sample, index);
          const quickest = Math.min(...samples.map(({ roundTripMs }) => roundTripMs));
          // an offset within the error counts as 0, which can double the error
          expect(Math.abs(offset.ms - truth)).toBeLessThanOrEqual(quickest + SLACK);
        },
      ),
    );
  });
});
