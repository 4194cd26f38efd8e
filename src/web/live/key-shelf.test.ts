import { describe, expect, it } from "vitest";
import { keyShelf } from "./key-shelf.ts";
import { secretOf } from "./secret.ts";

describe("keyShelf", () => {
  it.each<[string, () => IDBFactory]>([
    ["is none", () => undefined as unknown as IDBFactory],
    [
      "is forbidden",
      () => {
        throw new DOMException("denied", "SecurityError");
      },
    ],
    ["never answers", () => ({ open: () => ({}) }) as unknown as IDBFactory],
  ])(
    "[WB19] where the browser's database %s, nothing is kept, and nobody waits for it for ever",
    async (_, databases) => {
      const shelf = keyShelf(databases, 1);
      expect([await shelf.load(), await shelf.save(await secretOf("k"))]).toEqual([null, false]);
    },
  );
});
