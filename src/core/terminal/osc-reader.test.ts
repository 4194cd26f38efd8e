import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOscReader, type OscMessage } from "./osc-reader.ts";

const read = (text: string, codes = [0, 7501]) => createOscReader(codes).feed(Buffer.from(text));
const TITLE = "\x1b]0;✋  Action Required (demo)\x07";
const STATUS = "\x1b]7501;state=blocked:app=codex:kind=permission\x1b\\";

describe("commands to the terminal", () => {
  it("[SR26] both endings are understood, text around them is not", () => {
    expect(read(`before${TITLE}between${STATUS}after`)).toEqual([
      { code: 0, text: "✋  Action Required (demo)" },
      { code: 7501, text: "state=blocked:app=codex:kind=permission" },
    ]);
  });

  it("[SR26] only the wanted ones are told", () => {
    expect(read(`\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\${TITLE}`, [0])).toHaveLength(1);
    expect(read("\x1b]11;?\x07", [0])).toEqual([]);
  });

  it("[SR26] sequences that tmux only passes on are read too", () => {
    expect(read("\x1bPtmux;\x1b\x1b]9;Approval requested: ls\x07\x1b\\", [9])).toEqual([
      { code: 9, text: "Approval requested: ls" },
    ]);
    expect(read("\x1bPtmux;\x1b\x1b]9;hello\x1b\x1b\\\x1b\\x", [9])).toEqual([{ code: 9, text: "hello" }]);
  });

  it("[SR26] an OSC that never ends delays nothing and hides nothing that follows", () => {
    const endless = createOscReader([0]);
    expect(endless.feed(Buffer.from(`\x1b]0;${"x".repeat(100_000)}`))).toEqual([]);
    expect(endless.feed(Buffer.from(`\x1b\\${TITLE}`))).toHaveLength(1);
    expect(read(`\x1b]0;cut short\x1b[31m${TITLE}`)).toHaveLength(1);
  });

  it("[SR26] the same is found however the bytes are cut", () => {
    const piece = fc.constantFrom(
      TITLE,
      STATUS,
      "text",
      "\x1b[1m",
      "\x1b]8;;u\x07",
      "\x1b]0;",
      "\x1b\\",
      "\x07",
      "\x1b",
    );
    fc.assert(
      fc.property(fc.array(piece), fc.array(fc.nat(40)), (pieces, cuts) => {
        const bytes = Buffer.from(pieces.join(""));
        const whole = createOscReader([0, 7501]).feed(bytes);
        const reader = createOscReader([0, 7501]);
        const found: OscMessage[] = [];
        let from = 0;
        for (const cut of [...cuts, bytes.length]) {
          const to = Math.min(from + cut, bytes.length);
          found.push(...reader.feed(bytes.subarray(from, to)));
          from = to;
        }
        expect(found).toEqual(whole);
      }),
    );
  });
});
