import { afterEach, describe, expect, it, vi } from "vitest";
import { daemonTime } from "./daemon-time.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("daemonTime", () => {
  it("[WB26] follows the daemon's clock if the device's is wrong, without the network delay", () => {
    vi.useFakeTimers({ now: 1_000_000 });
    daemonTime.heard(999_000);
    expect(daemonTime.now()).toBe(1_000_000);
    daemonTime.heard(700_000);
    expect(daemonTime.now()).toBe(700_000);
    vi.advanceTimersByTime(5_000);
    expect(daemonTime.now()).toBe(705_000);
    daemonTime.heard(704_500);
    expect(daemonTime.now()).toBe(705_000);
    daemonTime.heard(1_005_000);
    expect(daemonTime.now()).toBe(1_005_000);
  });
});
