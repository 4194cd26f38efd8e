import { expect, it } from "vitest";
import { forXterm } from "./for-xterm.ts";

it("[TS5] a title in tmux's own words is one that xterm.js knows; all else stays as it is", () => {
  const translated = (text: string) => Buffer.from(forXterm(Buffer.from(text))).toString();
  expect(translated("a\x1bkname\x1b\\b\x1b[1mk\x1bkother\x1b\\")).toBe("a\x1b]2;name\x1b\\b\x1b[1mk\x1b]2;other\x1b\\");
  const plain = Buffer.from("é\x1b[0mk");
  expect(forXterm(plain)).toBe(plain);
});
