import { describe, expect, it } from "vitest";
import { keyStorage } from "./key-storage.ts";
import { secretOf } from "./secret.ts";

describe("keyStorage", () => {
  it.each<[string, () => IDBFactory]>([
    ["is none", () => undefined as unknown as IDBFactory],
    [
      "is forbidden",
      () => {
        throw new DOMException("denied", "SecurityError");
      },
    ],
    ["never answers", () => ({ open: () => ({}) }) as unknown as IDBFactory],
  ])("[WB19] if the browser's database %s, nothing is kept, and the page does not hang", async (_, databases) => {
    const storage = keyStorage(databases, 1);
    expect([await storage.load(), await storage.save(await secretOf("k"))]).toEqual([null, false]);
  });
});
