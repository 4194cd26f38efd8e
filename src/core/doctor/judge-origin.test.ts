import { expect, it } from "vitest";
import { judgeOrigin } from "./judge-origin.ts";

it("[SC16] doctor tells whether the dashboard keeps its name, and why", () => {
  const [kept] = judgeOrigin({ origin: { keeps: true, why: "nobody else is here" } });
  expect(kept?.found).toBe("stays open in browsers through a restart of the daemon: nobody else is here");
  const [other] = judgeOrigin({ origin: { keeps: false, why: "mallory can log in" } });
  expect(other?.found).toMatch(/^has to be opened by a new link .*: mallory can log in$/);
  expect([judgeOrigin({}), judgeOrigin({ origin: null })]).toEqual([[], []]);
});
