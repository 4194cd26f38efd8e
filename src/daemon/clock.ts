import { uptime as systemUptime } from "node:os";

/** The only place that asks what time it is. It never goes back, whatever the system's clock does. */
export interface Clock {
  now(): number;
  /** Added to the system's time, by which files are dated here, to get ours: 0 unless that was set. */
  offset?(): number;
  /** When the machine last woke from a sleep, or what looks like one; on our clock. */
  wokeAt?(): number;
}

/** Where the system tells its time. */
export interface TimeSources {
  wall(): number;
  /** Milliseconds that nobody can set, and that stand still while the machine sleeps. */
  steady(): number;
  /** Milliseconds since boot, those of sleep too. */
  uptime(): number;
}

const SYSTEM: TimeSources = {
  wall: Date.now,
  steady: () => performance.now(),
  uptime: () => systemUptime() * 1_000,
};

/** Files are dated by a clock that ticks every few milliseconds: less is no jump. */
const SLACK_MS = 20;
const SLEPT_MS = 2_000;
/** A machine that runs on another does not know that it slept: it only finds its clock so much later. */
export const WOKEN_MS = 60_000;
/** So much faster or slower than it is goes our time after a jump, until it is the system's again. */
export const SLEW = 0.1;
const ALMOST_ONE = 0.999;

/**
 * The system's time, finer than its milliseconds: files written within one of them are ordered by their fractions, and
 * a clock that only knew the beginning of that millisecond would make them all equal. When the system's clock is set back,
 * or a little forward, ours goes on as before, so that nothing changes its place or its age; a long leap forward is time
 * that has passed. `begin` goes on where a former daemon was.
 */
export function systemClock(sources: Partial<TimeSources> = {}, begin: number | null = null): Required<Clock> {
  const { wall, steady, uptime } = { ...SYSTEM, ...sources };
  let seen = look(wall, steady);
  let line = begin ?? seen.wall;
  let gap = seen.wall - line;
  let awake = uptime() - seen.steady;
  let last = line;
  let woke = line;

  function advance(): void {
    const before = seen;
    seen = look(wall, steady);
    const elapsed = seen.steady - before.steady;
    line += elapsed;
    const leap = seen.wall - line - gap;
    if (leap > SLEPT_MS) {
      const passed = Math.max(slept(leap), leap > WOKEN_MS ? leap : 0);
      line += passed;
      if (passed > WOKEN_MS) woke = line;
    }
    gap = seen.wall - line;
    if (Math.abs(gap) <= SLACK_MS) line = Math.min(Math.max(line, seen.wall), seen.wall + ALMOST_ONE);
    else line += Math.min(Math.max(gap, -SLEW * elapsed), SLEW * elapsed);
    gap = seen.wall - line;
    last = Math.max(last, line);
  }

  /** Sleep counts: the world went on meanwhile. Of short naps before it the leap tells nothing. */
  function slept(leap: number): number {
    const before = awake;
    awake = uptime() - seen.steady;
    return awake - before > SLEPT_MS / 2 ? Math.min(awake - before, leap) : 0;
  }

  return {
    now() {
      advance();
      return last;
    },
    wokeAt() {
      advance();
      return woke;
    },
    offset() {
      advance();
      return Math.abs(gap) <= SLACK_MS ? 0 : -gap;
    },
  };
}

/** Both at one moment: a pause between the two would look like a jump. */
function look(wall: () => number, steady: () => number): { wall: number; steady: number } {
  for (let attempt = 0; ; attempt += 1) {
    const before = steady();
    const seen = { wall: wall(), steady: steady() };
    if (seen.steady - before < SLACK_MS / 4 || attempt === 5) return seen;
  }
}
