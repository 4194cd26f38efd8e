import { describe, expect, it } from "vitest";
import { systemClock } from "./clock.ts";

const DAY_MS = 86_400_000;

/** A machine whose clock can be set and which can sleep. */
function machine(drift = 0) {
  const times = { wall: 10_000_000, steady: 5.25, uptime: 90_000 };
  const pass = (ms: number) => {
    times.wall += ms * (1 + drift);
    times.steady += ms;
    times.uptime += ms;
  };
  const sleep = (ms: number) => {
    times.wall += ms;
    times.uptime += ms;
  };
  const sources = { wall: () => Math.floor(times.wall), steady: () => times.steady, uptime: () => times.uptime };
  return { times, pass, sleep, sources };
}

describe("systemClock", () => {
  it("[EN1] never goes back, even when the system's clock is set back", () => {
    const { times, pass, sources } = machine();
    const clock = systemClock(sources);
    let before = clock.now();
    for (const step of [-6_000, -15, 3_000, -DAY_MS]) {
      times.wall += step;
      pass(1);
      const now = clock.now();
      expect(now).toBeGreaterThanOrEqual(before);
      before = now;
    }
  });

  it("[EN1] stays within the system's millisecond, and tells moments inside it apart", () => {
    const { pass, sources } = machine(0.01);
    const clock = systemClock(sources);
    for (let step = 0; step < 5_000; step += 1) {
      pass(0.37);
      const [first, millisecond] = [clock.now(), sources.wall()];
      expect(first).toBeGreaterThanOrEqual(millisecond);
      expect(first).toBeLessThan(millisecond + 1);
      pass(0.001);
      expect(clock.now()).toBeGreaterThan(first);
      expect(clock.offset()).toBe(0);
    }
  });

  it.each([30_000, -DAY_MS, 500, -500])("[FT3] goes on as before when the system's is set by %i ms", (jump) => {
    const { times, pass, sources } = machine();
    const clock = systemClock(sources);
    const before = clock.now();
    times.wall += jump;
    pass(100);
    const now = clock.now();
    expect(now - before).toBeGreaterThanOrEqual(90);
    expect(now - before).toBeLessThanOrEqual(111);
    // a file written now is dated now on our clock
    expect(Math.abs(sources.wall() + clock.offset() - now)).toBeLessThan(1);
  });

  it.each([60_000, -60_000])("[FT3] approaches the system's clock slowly, until both are the same (%i ms)", (jump) => {
    const { times, pass, sources } = machine();
    const clock = systemClock(sources);
    clock.now();
    times.wall += jump;
    for (let passed = 0; passed < 11 * 60_000; passed += 250) {
      const before = clock.now();
      pass(250);
      expect(clock.now() - before).toBeGreaterThan(220);
      expect(clock.now() - before).toBeLessThan(280);
    }
    expect([clock.offset(), Math.floor(clock.now())]).toEqual([0, sources.wall()]);
  });

  it("[FT3] time that the machine has slept is time that has passed", () => {
    const { pass, sleep, sources } = machine();
    const clock = systemClock(sources);
    const before = clock.now();
    sleep(8 * 3_600_000);
    pass(10);
    expect(Math.round(clock.now() - before)).toBe(8 * 3_600_000 + 10);
    expect(clock.offset()).toBe(0);
  });

  it("[FT3] a long leap forward is time that has passed: a machine that runs on another does not know that it slept", () => {
    const { times, pass, sources } = machine();
    const clock = systemClock(sources);
    const before = clock.now();
    expect(clock.wokeAt()).toBe(before);
    times.wall += 8 * 3_600_000;
    pass(10);
    expect(Math.round(clock.now() - before)).toBe(8 * 3_600_000 + 10);
    expect([clock.offset(), Math.round(clock.wokeAt() - before)]).toEqual([0, 8 * 3_600_000 + 10]);
  });

  it("[FT3] short naps are not counted again with the next sleep", () => {
    const { pass, sleep, sources } = machine();
    const clock = systemClock(sources);
    for (let nap = 0; nap < 200; nap += 1) {
      sleep(1_900);
      pass(30_000);
      clock.now();
    }
    sleep(8_000);
    pass(60_000);
    clock.now();
    pass(60_000);
    expect(Math.abs(clock.now() - sources.wall())).toBeLessThan(100);
  });

  it("[FT3] goes on where a former daemon was", () => {
    const { sources, pass } = machine();
    const clock = systemClock(sources, sources.wall() + DAY_MS);
    expect(clock.now() - sources.wall()).toBe(DAY_MS);
    pass(1_000);
    expect(Math.round(clock.offset())).toBe(DAY_MS - 100);
  });
});
