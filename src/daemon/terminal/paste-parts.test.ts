import { expect, it } from "vitest";
import { PasteParts } from "./paste-parts.ts";

const textOf = (pasted: ReturnType<PasteParts["end"]>) =>
  "bytes" in pasted ? Buffer.from(pasted.bytes).toString() : pasted;

it("[TS7] the parts of a paste are one at its end", () => {
  const parts = new PasteParts();
  for (const part of ["one ", "paste", ""]) parts.add(Buffer.from(part));
  expect(textOf(parts.end())).toBe("one paste");
  expect(textOf(parts.end())).toBe("");
});

it("[TS2] of a paste that goes on and on nothing is kept, and the next one is whole", () => {
  const parts = new PasteParts();
  const part = new Uint8Array(1024 * 1024);
  for (let times = 0; times < 6; times += 1) parts.add(part);
  expect(textOf(parts.end())).toEqual({ tooLong: 6 * 1024 * 1024 });
  parts.add(Buffer.from("short"));
  expect(textOf(parts.end())).toBe("short");
});
