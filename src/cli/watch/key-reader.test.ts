import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Key, KeyReader } from "./key-reader.ts";

function read(...chunks: (string | Buffer)[]): Key[] {
  const reader = new KeyReader();
  return [...chunks.flatMap((chunk) => reader.feed(Buffer.from(chunk as string))), ...reader.flush()];
}

describe("KeyReader", () => {
  it("[CL52] names the keys that terminals send, and gives pasted text as such", () => {
    expect(read("jG 1\r\x7f\x03")).toEqual(["j", "G", " ", "1", "Enter", "Backspace", "Ctrl-c"]);
    expect(read("\x1b[A\x1bOB\x1b[C\x1b[H\x1b[4~\x1b[5~\x1b[6~")).toEqual([
      ...["ArrowUp", "ArrowDown", "ArrowRight", "Home", "End", "PageUp", "PageDown"],
    ]);
    expect(read("\x1b[200~y\ry\x1b[201~k")).toEqual([{ paste: "y\ry" }, "k"]);
    expect(read("日👩")).toEqual(["日", "👩"]);
  });

  it("[CL52] a key with a modifier is never taken for the plain one, nor a sequence for its letters", () => {
    expect(read("\x1b[1;5A", "\x1by", "\x1b[?1;2c", "\x1b[27;5;121~")).toEqual(["Alt-y"]);
  });

  it("[CL52] Escape is a key if nothing follows it", () => {
    expect(read("\x1b")).toEqual(["Escape"]);
    expect(read("\x1b\x1b[B")).toEqual(["Escape", "ArrowDown"]);
  });

  it("[CL52] reads the same keys however the bytes are cut", () => {
    const piece = fc.constantFrom(
      "y",
      "日",
      "👩‍👩‍👧",
      "\x1b[A",
      "\x1bOF",
      "\x1b[3~",
      "\r",
      "\x1b[200~a\x1b[A\rb\x1b[201~",
    );
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 1, max: 5 }), (pieces, size) => {
        const bytes = Buffer.from(pieces.join(""));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
          bytes.subarray(n * size, (n + 1) * size),
        );
        expect(read(...chunks)).toEqual(read(bytes));
      }),
    );
  });
});
