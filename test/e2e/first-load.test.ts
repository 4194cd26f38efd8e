import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { FIRST_LOAD_REACH_KB, firstLoadKb } from "../support/first-load.ts";

describe("the built page", () => {
  it("[PF11] is small enough to load", () => {
    const { compressed } = firstLoadKb(resolve(import.meta.dirname, "../../dist/web"));
    expect(compressed).toBeGreaterThan(1);
    expect(compressed).toBeLessThanOrEqual(FIRST_LOAD_REACH_KB);
  });
});
