import { expect, it } from "vitest";
import { timeLeft } from "./time-left.ts";

it("[UI33] counts down in whole seconds, and says when the time is up", () => {
  expect([130_000, 1, 0, -5].map((ms) => timeLeft(1_000 + ms, 1_000))).toEqual([
    "2m 10s left",
    "1s left",
    "time is up",
    "time is up",
  ]);
});
