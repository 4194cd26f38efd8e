import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleText } from "./visible-text.ts";

describe("visibleText", () => {
  it("[UI27] invisible characters and those that change the direction of writing are written out", () => {
    expect(visibleText("echo \u202ehcus on ;olleh\u202c")).toBe("echo ⟨U+202E⟩hcus on ;olleh⟨U+202C⟩");
    expect(visibleText("r\u200bm -r\u00adf \ufeff/")).toBe("r⟨U+200B⟩m -r⟨U+00AD⟩f ⟨U+FEFF⟩/");
    expect(visibleText("ok\u{e0072}\u{e006d}")).toBe("ok⟨U+E0072⟩⟨U+E006D⟩");
    expect(visibleText("a\u200b\u200b\u200bb\u2800c\u3164d")).toBe("a⟨U+200B ×3⟩b⟨U+2800⟩c⟨U+3164⟩d");
    expect(visibleText("\u001b[2Jgone\u0007 \u009b1m \rover")).toBe("⟨U+001B⟩[2Jgone⟨U+0007⟩ ⟨U+009B⟩1m ⟨U+000D⟩over");
    expect(visibleText("a\u2028b \ud800")).toBe("a⟨U+2028⟩b ⟨U+D800⟩");
  });

  it("[UI27] a joiner stays where it makes a picture or a letter, and nowhere else", () => {
    for (const text of ["👩‍👩‍👧 ❤️ 👍🏽 1️⃣", "می‌خواهم", "क्‍ष", "日本 é naïve שלום", "a\tb\nc"])
      expect(visibleText(text)).toBe(text);
    expect(visibleText("r\u200dm \u200cls a\ufe0f")).toBe("r⟨U+200D⟩m ⟨U+200C⟩ls a⟨U+FE0F⟩");
    // the selector selects nothing, so the joiner joins nothing
    expect(visibleText("\ufe0f\u200d👩")).toBe("⟨U+FE0F⟩⟨U+200D⟩👩");
  });

  const unit = fc.oneof(
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.constantFrom(
      "\u202e",
      "\u2066",
      "\u200b",
      "\u200d",
      "\ufe0f",
      "\u{e0041}",
      "\u001b",
      "\n",
      "\r\n",
      "👩",
      "rm -rf",
    ),
  );
  const anything = fc.array(unit, { maxLength: 12 }).map((parts) => parts.join(""));

  it("[UI27] nothing hidden is left but joiners and signs of pictures, whatever the text", () => {
    const left =
      /[\p{Bidi_Control}\p{Surrogate}\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]|(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/u;
    fc.assert(
      fc.property(anything, (text) => {
        expect(visibleText(text)).not.toMatch(left);
      }),
    );
  });

  it("[UI27] visible text is unchanged, and converting twice changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), anything, (plain, odd) => {
        expect(visibleText(plain)).toBe(plain);
        expect(visibleText(visibleText(odd))).toBe(visibleText(odd));
      }),
    );
  });

  it("[UI27] two texts that differ in what they hide look different", () => {
    const hidden = fc.constantFrom("\u202e", "\u2067", "\u200b", "\u2060", "\u00ad", "\u{e0061}", "\u0000");
    fc.assert(
      fc.property(fc.string(), hidden, fc.string(), (before, sign, after) => {
        expect(visibleText(before + sign + after)).not.toBe(visibleText(before + after));
      }),
    );
  });
});
