import { describe, expect, it } from "vitest";
import { leavingKeys } from "./leaving.ts";

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false };
const esc = (timeStamp: number, more = {}) => ({ key: "Escape", timeStamp, ...plain, ...more });

describe("leavingKeys", () => {
  it("[UI17] Esc twice in a moment leaves; the first one is the program's", () => {
    const leaves = leavingKeys();
    expect([leaves(esc(0)), leaves(esc(300)), leaves(esc(400))]).toEqual([false, true, false]);
  });

  it("[UI8] slowly, with another key in between, or held down, they are all the program's", () => {
    const leaves = leavingKeys();
    expect([leaves(esc(0)), leaves(esc(600))]).toEqual([false, false]);
    expect([leaves({ ...esc(700), key: "a" }), leaves(esc(800))]).toEqual([false, false]);
    expect(leaves(esc(900, { repeat: true }))).toBe(false);
    expect([leaves(esc(2_000, { altKey: true })), leaves(esc(2_100))]).toEqual([false, false]);
  });
});
