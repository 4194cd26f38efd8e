import { expect, it } from "vitest";
import { openMemoryStore } from "../store/memory-store.ts";
import { OwnersById } from "./owners-by-id.ts";

it("[FL22] which member has a call that was seen is known after a restart too, for the last thousand", () => {
  const stored = { store: openMemoryStore(), prefix: "fleet.call:" };
  const owners = new OwnersById(stored);
  for (let n = 0; n < 1_005; n += 1) owners.note(`a${n}`, n % 2 === 0 ? "two" : "three");
  owners.note("a5", "four");
  const next = new OwnersById(stored);
  expect([next.of("a4"), next.of("a5"), next.of("a6"), next.of("a1003")]).toEqual([undefined, "four", "two", "three"]);
  next.note("b1", "two");
  const last = new OwnersById(stored);
  expect([last.of("a6"), last.of("a7"), last.of("b1")]).toEqual([undefined, "three", "two"]);
  expect(stored.store.recallAll("fleet.call:").size).toBe(1_000);
});
