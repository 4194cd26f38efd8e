/** Smaller differences may be network latency. */
const TOLERATED_MS = 2_000;

let ahead = 0;

/** The daemon's clock, which dates everything it sends: a phone's own may be minutes off. */
export const daemonTime = {
  now: () => Date.now() + ahead,
  heard(at: number): void {
    if (Math.abs(at - daemonTime.now()) > TOLERATED_MS) ahead = at - Date.now();
  },
};
