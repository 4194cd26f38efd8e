import { expect, it } from "vitest";
import { isLeavingKey } from "./leaving-key.ts";

const CTRL = { key: "]", code: "BracketRight", ctrlKey: true, metaKey: false };

it("[UI24] Ctrl-] leaves a terminal, on any layout, and no other key does", () => {
  expect(isLeavingKey(CTRL)).toBe(true);
  // German: ] is AltGr and 9, and the key in the position of ] zooms; Russian: a letter in that position
  expect(isLeavingKey({ ...CTRL, code: "Digit9" })).toBe(true);
  expect(isLeavingKey({ ...CTRL, key: "+" })).toBe(false);
  expect(isLeavingKey({ ...CTRL, key: "ъ" })).toBe(true);
  expect(isLeavingKey({ ...CTRL, ctrlKey: false })).toBe(false);
  expect(isLeavingKey({ ...CTRL, metaKey: true })).toBe(false);
  expect(isLeavingKey({ ...CTRL, key: "Escape", code: "Escape", ctrlKey: false })).toBe(false);
});
