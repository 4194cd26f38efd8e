import { uptime as systemUptime } from "node:os";

/** The only place that reads the time. Never goes back, whatever the system clock does. */
export interface Clock {
  now(): number;
  /** Milliseconds to add to the system's time, which dates files here, to get ours: 0 unless that clock was set. */
  offset?(): number;
  /** When the machine last woke from sleep, or what looks like it; on our clock. */
  wokeAt?(): number;
}

/** The system's time sources. */
export interface TimeSources {
  wall(): number;
  /** Monotonic milliseconds, which stop while the machine sleeps. */
  steady(): number;
  /** Milliseconds since boot, including sleep. */
  uptime(): number;
}

const SYSTEM: TimeSources = {
  wall: Date.now,
  steady: () => performance.now(),
  uptime: () => systemUptime() * 1_000,
};

/** Files are dated by a clock that ticks every few milliseconds: a smaller difference is not a jump. */
const SLACK_MS = 20;
const SLEPT_MS = 2_000;
/** A virtual machine does not know that it slept: its clock is just this much later. */
export const WOKEN_MS = 60_000;
/** How much faster or slower our clock runs after a jump, until it is the system's again. */
export const SLEW = 0.1;
const ALMOST_ONE = 0.999;

/**
 * The system's time with fractions of milliseconds: files written within one millisecond are ordered by their
 * fractions, which a coarser clock would make equal. If the system clock is set back, or a little forward, ours
 * continues, so that nothing changes its order or age; a long leap forward counts as time passed. `begin` continues a
 * previous daemon's clock.
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

  /** Sleep counts as passed time. Limited by the leap, which says nothing about short naps before it. */
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

/** Reads both at one moment: a pause in between would look like a jump. */
function look(wall: () => number, steady: () => number): { wall: number; steady: number } {
  for (let attempt = 0; ; attempt += 1) {
    const before = steady();
    const seen = { wall: wall(), steady: steady() };
    if (seen.steady - before < SLACK_MS / 4 || attempt === 5) return seen;
  }
}
