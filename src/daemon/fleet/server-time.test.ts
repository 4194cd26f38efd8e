import { expect, it } from "vitest";
import { ServerTime } from "./server-time.ts";

it("[FL20] the server's time goes on from what was last heard of it, whatever this machine's clock says", () => {
  let steady = 1_000;
  const time = new ServerTime(() => steady);
  expect([time.now(), time.startedAt]).toEqual([null, null]);
  steady = 3_000;
  time.note(50_000);
  steady = 3_500;
  expect([time.now(), time.startedAt]).toEqual([50_500, 48_000]);
  time.note(60_000);
  steady = 4_000;
  expect([time.now(), time.startedAt]).toEqual([60_500, 48_000]);
});
