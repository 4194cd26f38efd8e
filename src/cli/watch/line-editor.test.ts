import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../core/text/width.ts";
import { edit, editorView, lineOf, textOf } from "./line-editor.ts";

const edited = (text: string, ...keys: Parameters<typeof edit>[1][]) => textOf(keys.reduce(edit, lineOf(text)));

describe("edit", () => {
  it("[CL55] edits a line with the usual keys, whole characters at a time", () => {
    expect(edited("use it", "Home", "Delete", "U", "End", "!")).toBe("Use it!");
    expect(edited("ok 👩‍👩‍👧", "Backspace", "ArrowLeft", "ArrowLeft", "x")).toBe("oxk ");
    expect(edited("one two  ", "Ctrl-w")).toBe("one ");
    expect(edited("one two", "ArrowLeft", "Ctrl-u")).toBe("o");
    expect(edited("one two", "Home", "Ctrl-k", "n")).toBe("n");
    expect(edited("a", { paste: "b\r\nc" }, "Tab", "PageUp", "Alt-x", "Ctrl-x")).toBe("ab\nc");
  });

  it("[CL60] the visible part of the text fits and contains the cursor", () => {
    const key = fc.oneof(fc.constantFrom("日", "👩‍👩‍👧", "x", "e\u0301", "\u202e", "ArrowLeft", "Home", "Backspace"));
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), fc.integer({ min: 12, max: 30 }), (keys, width) => {
        const { text, column } = editorView(keys.reduce<ReturnType<typeof lineOf>>(edit, lineOf("")), width);
        expect(displayWidth(text)).toBeLessThanOrEqual(width);
        expect(column).toBeLessThan(width);
      }),
    );
  });
});
