import { describe, expect, it } from "vitest";
import { FleetSimulation } from "../../../test/support/fleet-simulation.ts";

/** `npm run fuzz -- src/core/fleet` takes a thousand. */
const SEEDS = process.env.FUZZ_CASES === undefined ? 50 : 1_000;
const DAEMONS = 20;

describe("a simulated fleet", () => {
  it(`[FL13] ${DAEMONS} daemons show the same panes ten seconds after twenty of lost, late, repeated and reordered messages, cuts, partitions, crashes and new databases`, () => {
    for (let seed = 1; seed <= SEEDS; seed += 1)
      expect(() => new FleetSimulation(seed, DAEMONS).run(), `seed ${seed}`).not.toThrow();
  });
});
