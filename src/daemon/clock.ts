/** The only place that asks what time it is. It never goes back, whatever the system's clock does. */
export interface Clock {
  now(): number;
}

/**
 * The system's time, finer than its milliseconds: files written within one of them are ordered by their fractions, and
 * a clock that only knew the beginning of that millisecond would make them all equal.
 */
export function systemClock(wall: () => number = Date.now, steady: () => number = () => performance.now()): Clock {
  let origin = wall() - steady();
  let last = 0;
  return {
    now() {
      const millisecond = wall();
      const fine = origin + steady();
      // the two drift apart, and the system's may be set: the fine one follows, within the millisecond
      if (fine < millisecond) origin += millisecond - fine;
      if (fine >= millisecond + 1) origin -= fine - (millisecond + ALMOST_ONE);
      last = Math.max(last, origin + steady());
      return last;
    },
  };
}

const ALMOST_ONE = 0.999;
