import { describe, expect, it } from "vitest";
import { drawnBytesAck } from "./drawn-bytes-ack.ts";

describe("drawnBytesAck", () => {
  it("[TS2] acknowledges when all is drawn, and in between before the daemon would wait", () => {
    const told: number[] = [];
    const tally = drawnBytesAck((drawn) => told.push(drawn));
    for (let n = 0; n < 10; n += 1) tally.came(10_000);
    for (let n = 0; n < 10; n += 1) tally.drew(10_000);
    expect(told).toEqual([40_000, 80_000, 100_000]);
    tally.came(5);
    tally.drew(5);
    expect(told.at(-1)).toBe(100_005);
  });
});
