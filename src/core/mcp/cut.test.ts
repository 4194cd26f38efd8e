import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keepEnd, keepStart } from "./cut.ts";

describe("cut", () => {
  it("[MC9] what fits is left as it is, and says nothing of a cut", () => {
    expect(keepStart("abc", 3, "Ask again.")).toEqual({ text: "abc" });
    expect(keepEnd("abc", 3, "Ask again.")).toEqual({ text: "abc" });
  });

  it("[MC9] what does not fit is cut at a line, and says how much is missing and how to get it", () => {
    expect(keepStart("one\ntwo\nthree", 9, "Ask again.")).toEqual({
      text: "one\ntwo",
      cut: "6 of 13 characters are missing at the end. Ask again.",
    });
    expect(keepEnd("one\ntwo\nthree", 10, "Ask again.")).toEqual({
      text: "two\nthree".slice(0),
      cut: "4 of 13 characters are missing at the start. Ask again.",
    });
  });

  it("[MC9] no text is longer than the most, and all of it is of the text's own start or end", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "b", "\n") }),
        fc.integer({ min: 1, max: 20 }),
        (text, most) => {
          const [start, end] = [keepStart(text, most, "").text, keepEnd(text, most, "").text];
          expect([start.length <= most, end.length <= most]).toEqual([true, true]);
          expect([text.startsWith(start), text.endsWith(end)]).toEqual([true, true]);
        },
      ),
    );
  });
});
