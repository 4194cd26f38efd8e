import { expect, it } from "vitest";
import { HeardBeats } from "./heard-beats.ts";

it("[FL12] a beat that the server has stored and does not tell in time is noticed, and one that it tells is not", () => {
  let steady = 0;
  const beats = new HeardBeats(() => steady);
  beats.stored(7);
  steady = 4_000;
  beats.stored(8);
  beats.expectNone();
  beats.heard(7);
  steady = 20_000;
  beats.expectNone();
  // told before it was acknowledged
  beats.heard(9);
  beats.stored(9);
  beats.stored(10);
  steady = 25_001;
  expect(() => beats.expectNone()).toThrow("the server does not tell what it has stored");
});
