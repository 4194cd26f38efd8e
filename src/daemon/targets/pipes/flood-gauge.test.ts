import { describe, expect, it } from "vitest";
import { FloodGauge } from "./flood-gauge.ts";

describe("a flood", () => {
  it("[TX18] is much output without a pause", () => {
    expect(fed({ everyMs: 10, bytes: 4_000, forMs: 3_000 })).toBe(true);
  });

  it("[TX18] is neither a burst that ends, nor little output that never pauses, nor much of it with pauses", () => {
    expect(fed({ everyMs: 1, bytes: 60_000, forMs: 1_500 })).toBe(false);
    expect(fed({ everyMs: 10, bytes: 200, forMs: 60_000 })).toBe(false);
    expect(fed({ everyMs: 250, bytes: 60_000, forMs: 10_000 })).toBe(false);
  });

  it("[TX18] goes on over a change of pipes, during which nothing can come", () => {
    const gauge = new FloodGauge();
    let isTooMuch = false;
    for (let now = 0; now <= 6_000; now += 1_000) {
      gauge.goOn(now);
      for (let at = now; at < now + 300; at += 10) isTooMuch = gauge.add(4_000, at) || isTooMuch;
      gauge.hold(now + 300);
    }
    expect(isTooMuch).toBe(true);
  });
});

function fed({ everyMs, bytes, forMs }: { everyMs: number; bytes: number; forMs: number }): boolean {
  const gauge = new FloodGauge();
  let isTooMuch = false;
  for (let now = 0; now <= forMs; now += everyMs) isTooMuch = gauge.add(bytes, now) || isTooMuch;
  return isTooMuch;
}
