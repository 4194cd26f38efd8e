/** Less may be the way here. */
const TOLERATED_MS = 2_000;

let ahead = 0;

/** The daemon's clock, by which everything that it tells is dated: a phone's own may be minutes off. */
export const daemonTime = {
  now: () => Date.now() + ahead,
  heard(at: number): void {
    if (Math.abs(at - daemonTime.now()) > TOLERATED_MS) ahead = at - Date.now();
  },
};
