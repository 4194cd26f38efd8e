import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainValue } from "./json-value.ts";
import { parseJsonc } from "./jsonc.ts";
import { lineColumn } from "./line-column.ts";

function read(text: string) {
  const parsed = parseJsonc(text);
  if (!parsed.ok) return { ...lineColumn(text, parsed.fault.at), expected: parsed.fault.expected };
  return plainValue(parsed.json.root);
}

describe("settings as people write them", () => {
  it("[IN2] are read with comments, trailing commas, a byte order mark and any line ends", () => {
    expect(read('\ufeff// mine\r\n{ /* a */ "a": [1, -2.5e3, ], // b\r\n\t"b": {"c": null,},}\r\n// end')).toEqual({
      a: [1, -2500],
      b: { c: null },
    });
    expect(read('["\\u00e9\\n\\"", true, false, "//no /*comment*/"]')).toEqual([
      'é\n"',
      true,
      false,
      "//no /*comment*/",
    ]);
    expect(read('{"a":1,"a":2,"__proto__":{"x":1}}')).toEqual(JSON.parse('{"a":2,"__proto__":{"x":1}}'));
  });

  it("[IN2] mean what JSON says they mean", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("[IN4] never throw, whatever they are", () => {
    const near = fc.array(fc.constantFrom(...'{}[]",:/*\\\n\r\tu0a1-.e+true null'), { maxLength: 40 });
    fc.assert(
      fc.property(
        fc.oneof(
          near.map((parts) => parts.join("")),
          fc.string({ unit: "binary" }).filter((text) => !text.startsWith("\ufeff")),
        ),
        (text) => {
          const strict = (() => {
            try {
              return { value: JSON.parse(text) as unknown };
            } catch {
              return null;
            }
          })();
          const ours = parseJsonc(text, { comments: false, trailingCommas: false });
          expect(ours.ok).toBe(strict !== null);
          if (ours.ok) expect(plainValue(ours.json.root)).toEqual(strict?.value);
          parseJsonc(text);
        },
      ),
      { numRuns: 2_000 },
    );
    expect(read("[".repeat(100_000))).toMatchObject({ line: 1, column: 201, expected: "no more than 200 levels" });
  });

  it.each([
    ["", 1, 1, "a value"],
    ["  // only words\n", 2, 1, "a value"],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, '"," or "}"'],
    ['{\r\n  "é👍": tru\r\n}', 2, 9, "a value"],
    ['{"a" 1}', 1, 6, '":"'],
    ["{a: 1}", 1, 2, 'a name in quotes, or "}"'],
    ['{"a": [1, 2}', 1, 12, '"," or "]"'],
    ["[1,,2]", 1, 4, "a value"],
    ['{"a": "b\n"}', 1, 7, 'the end (") of the text that begins here'],
    ['{"a": "\\x"}', 1, 8, "an escape that JSON knows"],
    ['{"a": "\t"}', 1, 8, "no control character in a text"],
    ["{} // fine\n}", 2, 1, "the end of the file"],
    ["{ /* no end", 1, 3, "the end (*/) of the comment that begins here"],
    ['{"a": 1', 1, 8, '"," or "}"'],
    ["[01]", 1, 3, '"," or "]"'],
    ['\ufeff{"a":}', 1, 6, "a value"],
  ])("[IN4] %j is off at line %i, column %i", (text, line, column, expected) => {
    expect(read(text)).toEqual({ line, column, expected });
  });
});
