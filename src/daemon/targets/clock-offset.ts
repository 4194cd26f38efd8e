export interface ClockSample {
  /** Added to the other clock to get ours. */
  offsetMs: number;
  /** How long the question took: the offset is known no better than half of it. */
  roundTripMs: number;
}

const FORGET_MS = 10 * 60_000;

/** How far another machine's clock is from ours: the quickest answer is the most exact one. */
export class ClockOffset {
  private best: (ClockSample & { at: number }) | null = null;

  /** 0 where the answers allow it: two clocks that agree, as most do, are not made to differ by a slow answer. */
  get ms(): number {
    if (this.best === null) return 0;
    const { offsetMs, roundTripMs } = this.best;
    return Math.abs(offsetMs) <= roundTripMs / 2 + SLACK_MS ? 0 : offsetMs;
  }

  learn(sample: ClockSample, now: number): void {
    const { best } = this;
    // the clock there may have been set: then the old answer is no longer possible
    const moved =
      best !== null &&
      Math.abs(sample.offsetMs - best.offsetMs) > (sample.roundTripMs + best.roundTripMs) / 2 + SLACK_MS;
    if (best === null || moved || sample.roundTripMs <= best.roundTripMs || now - best.at > FORGET_MS)
      this.best = { ...sample, at: now };
  }
}

/** Files are dated by a clock that ticks every few milliseconds. */
const SLACK_MS = 20;
