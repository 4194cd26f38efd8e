import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { openCommandReader } from "./second-reader.ts";

const WASM = createRequire(import.meta.url).resolve("sh-syntax/main.wasm");

describe("two readers of a command", () => {
  it("[RL3] agree on what is plain", async () => {
    const read = openCommandReader(WASM);
    for (const text of [
      "git status",
      "git  log --format='%h %s'|head -5 &&\n ls 'a b'||true;pwd\n\nwc -l x;\n",
      "CI=1 A='b c' npm test 2>&1 | tail -3 >/dev/null",
      "export A=b",
      "make CC=gcc a:b @x",
      "declare x",
      "cat x </dev/null 2>/dev/null",
    ])
      expect([text, (await read(text)).ok]).toEqual([text, true]);
  });

  it("[RL3] refuse together what one of them refuses", async () => {
    const read = openCommandReader(WASM);
    for (const text of ["ls $x", "ls &&", "ls | | x", "let a=", "ls ;; x"])
      expect([text, (await read(text)).ok]).toEqual([text, false]);
  });

  it("[RL3] refuse everything if the second cannot be loaded", async () => {
    expect(await openCommandReader("/nowhere/main.wasm")("ls")).toEqual({
      ok: false,
      why: "a parser does not understand it",
    });
  });
});
