import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { highlight } from "./highlight.ts";
import { languageOf } from "./language-of.ts";

describe("colours of a diff", () => {
  it("[WK33] words of the language, texts, comments and numbers have colours, across lines", () => {
    const [first, second, third] = highlight(["const a = '<b>'; // why", "/* more", "of it */ 1"], "typescript");
    expect(first).toEqual([
      { text: "const", colour: "keyword" },
      { text: " a = ", colour: null },
      { text: "'<b>'", colour: "string" },
      { text: "; ", colour: null },
      { text: "// why", colour: "comment" },
    ]);
    expect(second).toEqual([{ text: "/* more", colour: "comment" }]);
    expect(third).toEqual([
      { text: "of it */", colour: "comment" },
      { text: " ", colour: null },
      { text: "1", colour: "number" },
    ]);
  });

  it("[WK33] a line that is too long stays plain, and the lines before it have their colours", () => {
    const long = "a".repeat(200_000);
    const [first, second, third] = highlight(["int a;", long, "int b;"], "java");
    expect(second).toEqual([{ text: long, colour: null }]);
    expect(first?.[0]).toEqual({ text: "int", colour: "type" });
    expect(third?.map(({ text }) => text).join("")).toBe("int b;");
  });

  it.each(["csharp", "c", "cpp", "typescript"])(
    "[WK33] a long text in %s keeps its lines, coloured as far as that does not stop the page",
    (language) => {
      const lines = Array.from({ length: 100_000 }, (_, n) => (n === 0 ? "return 1;" : "a"));
      const read = highlight(lines, language);
      expect(read.map((parts) => parts.map(({ text }) => text).join(""))).toEqual(lines);
      expect(read[0]?.[0]).toEqual({ text: "return", colour: "keyword" });
    },
  );

  it("[WK33] every language that a name has is known, and no text is changed by it", () => {
    const names =
      "a.ts a.js a.json a.py a.sh a.c a.cpp a.cs a.css a.scss a.go a.java a.kt a.lua a.md a.php a.rb a.rs a.sql a.swift a.toml a.html a.yml Makefile Dockerfile";
    const part = fc.constantFrom(
      "<",
      ">",
      "&",
      '"',
      "'",
      "&lt;",
      "</span>",
      '<span class="hljs-x">',
      "a",
      "1",
      "/*",
      "${",
      "`",
      " ",
    );
    const line = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
    const lines = fc.array(line, { minLength: 1, maxLength: 4 });
    for (const name of names.split(" ")) {
      const language = languageOf(`src/${name}`);
      expect(language).not.toBeNull();
      fc.assert(
        fc.property(lines, (texts) => {
          const read = highlight(texts, language ?? "").map((parts) => parts.map(({ text }) => text).join(""));
          expect(read).toEqual(texts);
        }),
        { numRuns: 20 },
      );
    }
    expect(languageOf("a.unknown")).toBeNull();
    expect(languageOf("constructor")).toBeNull();
  });
});
