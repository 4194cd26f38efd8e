import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseVisible } from "./parse-visible.ts";

describe("parseVisible", () => {
  it("[UI27] every text in it is visible, wherever it stands, and a choice keeps its value", () => {
    const odd = "a\u202eb";
    const told = {
      text: odd,
      list: [odd, { deep: { label: odd, value: odd } }],
      bell: "\u0007",
      half: "\ud800",
      line: "\n",
    };
    expect(parseVisible(JSON.stringify(told))).toEqual({
      text: "a⟨U+202E⟩b",
      list: ["a⟨U+202E⟩b", { deep: { label: "a⟨U+202E⟩b", value: odd } }],
      bell: "⟨U+0007⟩",
      half: "⟨U+D800⟩",
      line: "\n",
    });
  });

  it("[UI27] text without invisible characters is unchanged", () => {
    const visible = fc.jsonValue({ stringUnit: "grapheme-ascii" });
    fc.assert(
      fc.property(visible, (value) => {
        const text = JSON.stringify(value);
        expect(parseVisible(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
