import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "./markdown.tsx";

const html = (text: string) =>
  renderToStaticMarkup(<Markdown text={text} />).replace(/^<div class="markdown">|<\/div>$/g, "");

describe("an agent's Markdown", () => {
  it("[WK7] becomes elements of ours", () => {
    expect(html("# Title\n\nSome **bold** `code`\n\n- one\n- [x] two\n\n```js\na < b\n```")).toBe(
      '<p class="markdown-heading">Title</p><p>Some <strong>bold</strong> <code>code</code></p>' +
        "<ul><li>one</li><li>☑ two</li></ul><pre><code>a &lt; b</code></pre>",
    );
    expect(html("| a | b |\n|---|---|\n| 1 | 2 |")).toContain("<td>2</td>");
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a <b onclick=x>b</b>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,hi)",
    "![x](https://example.com/seen.png)",
    "<a href='javascript:1'>x</a>",
    "[x]: javascript:alert(1)\n\n[x]",
    '<https://example.com/"onmouseover="x>',
  ])("[WK7] %s brings no element, attribute or request of its own", (text) => {
    const elements = [...html(text).matchAll(/<([a-z]+)([^>]*)>/g)];
    for (const [, name, attributes = ""] of elements) {
      expect(["p", "a", "strong", "em", "code", "pre"]).toContain(name);
      expect(attributes).toMatch(
        /^(?: href="https:\/\/[^"]*" target="_blank" rel="noreferrer noopener" title="[^"]*")?$/,
      );
    }
  });

  it("[WK7] links lead to the web and to mail only, and hidden characters are written out", () => {
    expect(html("[x](https://example.com/a)")).toContain('href="https://example.com/a"');
    expect(html("a\u202eb `c\u200bd`")).toBe("<p>a⟨U+202E⟩b <code>c⟨U+200B⟩d</code></p>");
  });

  it.each([["*a_"], ["*"], ["_"], ["**a"]])(
    "[WK7] words full of %s are left as they are, because the page would stand still",
    (sign) => {
      const words = `a ${sign.repeat(32_000 / sign.length)}x`;
      expect(html(words)).toBe(`<p>${words}</p>`);
      // what else is in the text is read as ever
      const bold = "<p>Some <strong>bold</strong></p>";
      expect(html(`Some **bold**\n\n${words}\n\nSome **bold**`)).toBe(`${bold}<p>${words}</p>${bold}`);
    },
  );

  it("[WK7] lists that are nested very deeply do not break the page", () => {
    expect(() => html("> ".repeat(3_000))).not.toThrow();
  });
});
