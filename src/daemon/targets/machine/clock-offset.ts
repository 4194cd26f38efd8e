export interface ClockSample {
  /** Milliseconds to add to the other clock to get ours. */
  offsetMs: number;
  /** Round trip of the measurement in milliseconds; the offset is exact to half of it. */
  roundTripMs: number;
}

const FORGET_MS = 10 * 60_000;

/** Offset of another machine's clock from ours. The sample with the shortest round trip is the most exact. */
export class ClockOffset {
  private best: (ClockSample & { at: number }) | null = null;

  /** 0 where the measurement error allows it, so that a slow reply does not shift clocks that agree, as most do. */
  get ms(): number {
    if (this.best === null) return 0;
    const { offsetMs, roundTripMs } = this.best;
    return Math.abs(offsetMs) <= roundTripMs / 2 + SLACK_MS ? 0 : offsetMs;
  }

  learn(sample: ClockSample, now: number): void {
    const { best } = this;
    // the clock there may have been set, which rules out the old sample
    const moved =
      best !== null &&
      Math.abs(sample.offsetMs - best.offsetMs) > (sample.roundTripMs + best.roundTripMs) / 2 + SLACK_MS;
    if (best === null || moved || sample.roundTripMs <= best.roundTripMs || now - best.at > FORGET_MS)
      this.best = { ...sample, at: now };
  }
}

/** File timestamps come from a clock that ticks every few milliseconds. */
const SLACK_MS = 20;
