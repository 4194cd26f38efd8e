import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockOf, EXCLUDE_BLOCK, INSTRUCTION_BLOCK, putBlock, removeBlock } from "./text-block.ts";

const { begin, end } = INSTRUCTION_BLOCK;
const put = (text: string, body = "one\ntwo") => putBlock(text, body, INSTRUCTION_BLOCK);
const remove = (text: string) => removeBlock(text, INSTRUCTION_BLOCK);

/** Lines as people write them, mixed with our own marker lines, with every kind of line end. */
const anyText = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom("", "# Title", begin, end, ` ${begin}`, `${end} `, "\r"), fc.string()),
      fc.constantFrom("\n", "\r\n", "\n\n", ""),
    ),
    { maxLength: 12 },
  )
  .map((lines) => lines.flat().join(""));
const withoutBlock = anyText.filter((text) => blockOf(text, INSTRUCTION_BLOCK) === null);
const anyBody = fc.array(fc.constantFrom("", "say so", "    echo x", "`code`")).map((lines) => lines.join("\n"));

describe("putBlock", () => {
  it("[PV3] an empty file holds the block alone; text keeps its own last line end", () => {
    expect(put("")).toBe(`${begin}\none\ntwo\n${end}\n`);
    expect(put("# Mine\n")).toBe(`# Mine\n\n${begin}\none\ntwo\n${end}\n`);
    expect(put("# Mine")).toBe(`# Mine\n\n${begin}\none\ntwo\n${end}`);
    expect(put("# Mine\r\n")).toBe(`# Mine\r\n\r\n${begin}\r\none\r\ntwo\r\n${end}\r\n`);
  });

  it("[PV3] a block that is there is renewed in its place, and a second one is dropped", () => {
    const twice = `a\n${begin}\nold\n${end}\nb\n\n${begin}\nolder\n${end}\nc`;
    expect(put(twice, "new")).toBe(`a\n${begin}\nnew\n${end}\nb\nc`);
  });

  it("[PV3] without a blank line before it, the lines around a removed block stay apart", () => {
    expect(remove(`a\n${begin}\nold\n${end}\nb\n`)).toBe("a\nb\n");
    expect(put(`${begin}\n${end}\n${begin}\n${end}\nb\n`, "new")).toBe(`${begin}\nnew\n${end}\nb\n`);
  });

  it("[PV3] a block can be read back, is added only once, and is updated in place", () => {
    fc.assert(
      fc.property(anyText, anyBody, anyBody, (text, body, other) => {
        const once = put(text, body);
        expect(blockOf(once, INSTRUCTION_BLOCK)).toBe(body);
        expect(put(once, body)).toBe(once);
        expect(put(once, other)).toBe(put(text, other));
        expect(blockOf(remove(once), INSTRUCTION_BLOCK)).toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("removeBlock", () => {
  it("[PV3] gives back every text to the byte", () => {
    fc.assert(
      fc.property(withoutBlock, anyBody, (text, body) => {
        expect(remove(put(text, body))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it("[PV3] leaves what was written before and after the block meanwhile", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        fc.pre(!/[\r\n]/.test(before + after));
        const edited = `${before}\n${put("# Mine\n")}${after}\n`;
        expect(remove(edited)).toBe(`${before}\n# Mine\n${after}\n`);
      }),
    );
  });

  it("[PV3] a begin without an end, and an end without a begin, is the user's own text", () => {
    for (const text of [`${begin}\nx`, `${end}\nx\n${begin}`, `${begin}\nx\n${begin}\n`]) {
      expect(remove(text)).toBe(text);
      expect(remove(put(text))).toBe(text);
    }
  });

  it("[PV3] takes an end whose carriage return is the last character for one", () => {
    const text = `${begin}\nold\n${end}\r`;
    expect(blockOf(text, INSTRUCTION_BLOCK)).toBe("old");
    expect(remove(text)).toBe("\r");
  });

  it("[PV3] leaves no block when one lay inside the lines of another", () => {
    const nested = `${begin}\n${begin}\n${end}\n\n${end}\n`;
    expect(remove(nested)).toBe("");
    expect(put(`${begin}\nold\n${end}\n\n${nested}`, "new")).toBe(`${begin}\nnew\n${end}\n`);
  });

  it("[PV3] works with the lines of git's own list as well", () => {
    const list = "# git ls-files --others\n*.swp\n";
    expect(removeBlock(putBlock(list, "/GEMINI.md", EXCLUDE_BLOCK), EXCLUDE_BLOCK)).toBe(list);
  });
});
