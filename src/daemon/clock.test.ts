import { describe, expect, it } from "vitest";
import { systemClock } from "./clock.ts";

describe("systemClock", () => {
  it("[EN1] never goes back, even when the system's clock is set back", () => {
    let wall = 10_000;
    let steady = 0;
    const clock = systemClock(
      () => wall,
      () => steady,
    );
    const before = clock.now();
    wall = 4_000;
    steady += 1;
    expect(clock.now()).toBeGreaterThanOrEqual(before);
  });

  it("[EN1] stays within the system's millisecond, and tells moments inside it apart", () => {
    let steady = 5.25;
    const clock = systemClock(
      () => Math.floor(1_000_000 + steady * 1.01),
      () => steady,
    );
    for (let step = 0; step < 5_000; step += 1) {
      steady += 0.37;
      const [first, millisecond] = [clock.now(), Math.floor(1_000_000 + steady * 1.01)];
      expect(first).toBeGreaterThanOrEqual(millisecond);
      expect(first).toBeLessThan(millisecond + 1);
      steady += 0.001;
      expect(clock.now()).toBeGreaterThan(first);
    }
  });
});
