/** The only place that asks what time it is. It never goes back, whatever the system's clock does. */
export interface Clock {
  now(): number;
}

export function systemClock(): Clock {
  let last = 0;
  return {
    now() {
      last = Math.max(last, Date.now());
      return last;
    },
  };
}
