import { expect, it } from "vitest";
import { openMemoryStore } from "../store/memory-store.ts";
import { originLabel } from "./origin.ts";

it("[SC16] the label is another one at each start, unless the port was ours all the time or it is kept", () => {
  const store = openMemoryStore();
  const start = (isUnbroken: boolean, keeps: boolean) => originLabel(store, { isUnbroken, keeps });
  const first = start(false, true);
  expect(first).toMatch(/^[a-f0-9]{20}$/);
  expect([start(true, false), start(false, true)]).toEqual([first, first]);
  const second = start(false, false);
  expect(second).not.toBe(first);
  expect([start(true, false), start(false, false) === second]).toEqual([second, false]);
});
