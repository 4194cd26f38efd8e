/** How much of a limit was used at a time. */
export interface LimitSample {
  at: number;
  used_percent: number;
}

const HOUR_MS = 3_600_000;
/** Closer ones tell nothing new. */
const APART_MS = 60_000;
/** Fewer, or all within less time, would be a guess. */
const LEAST_SAMPLES = 3;
const LEAST_SPAN_MS = 600_000;

/** Keeps the samples of the last hour, a minute apart. A limit of which less is used than before has begun anew. */
export function withSample(samples: readonly LimitSample[], { at, used_percent }: LimitSample): LimitSample[] {
  const last = samples.at(-1);
  if (last !== undefined && used_percent < last.used_percent) return [{ at, used_percent }];
  if (last !== undefined && at - last.at < APART_MS) return [...samples];
  return [...samples.filter((each) => each.at >= at - HOUR_MS), { at, used_percent }];
}

/** When the limit is used up if it goes on as in the last hour; null if it resets before, or too little is known. */
export function forecastFull(
  limit: LimitSample & { resets_at: number | null },
  samples: readonly LimitSample[],
  now: number,
): number | null {
  const { used_percent, resets_at } = limit;
  const recent = samples.filter(({ at }) => at >= now - HOUR_MS);
  const [first] = recent;
  if (first === undefined || recent.length < LEAST_SAMPLES || limit.at - first.at < LEAST_SPAN_MS) return null;
  if (resets_at === null || used_percent >= 100 || used_percent <= first.used_percent) return null;
  const perMs = (used_percent - first.used_percent) / (now - first.at);
  const fullAt = Math.round(now + (100 - used_percent) / perMs);
  return fullAt < resets_at ? fullAt : null;
}
