import { describe, expect, it } from "vitest";
import { formatAge } from "./format-age.ts";

describe("formatAge", () => {
  it.each([
    [-5_000, "0s"],
    [999, "0s"],
    [48_000, "48s"],
    [134_000, "2m 14s"],
    [3_600_000 + 5 * 60_000, "1h 05m"],
    [3 * 86_400_000 + 4 * 3_600_000, "3d 4h"],
  ])("%d ms reads %s", (ms, text) => {
    expect(formatAge(ms)).toBe(text);
  });
});
