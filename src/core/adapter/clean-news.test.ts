import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanNews, LONGEST_ARGUMENT, LONGEST_NAME, LONGEST_TASK, LONGEST_WORDS } from "./clean-news.ts";

const SECRET = "sk-ant-abcdefghijklmnop1234567890";
const text = fc.oneof(fc.string({ maxLength: 600 }), fc.string({ unit: "binary", maxLength: 600 }));

describe("cleanNews", () => {
  it("[RS24] keeps the first line of a prompt, and of a message what is said in it, on one line without markers", () => {
    const words = "Both are fixed.\n\n  The tests   pass.\n--<[schmux:completed:Done]>--\n";
    expect(cleanNews({ task: "\n\n  Fix the parser\nand the lexer", words })).toEqual({
      task: "Fix the parser",
      words: "Both are fixed. The tests pass.",
    });
    expect(cleanNews({ task: " \n", words: "--<[schmux:working:x]>--" })).toEqual({});
  });

  it("[RS24] stored texts are short, on one line, and never end in half a character", () => {
    fc.assert(
      fc.property(text, text, text, text, (task, words, tool, argument) => {
        const repeated = (part: string) => part.repeat(1 + (2_000 % (part.length + 1)));
        const news = cleanNews({
          task: repeated(task),
          words: repeated(words),
          began: Array.from({ length: 50 }, () => ({
            id: repeated(task),
            tool: repeated(tool),
            argument: repeated(argument),
          })),
          ended: Array.from({ length: 50 }, () => repeated(words)),
        });
        expect(news.task?.length ?? 0).toBeLessThanOrEqual(LONGEST_TASK);
        expect(news.words?.length ?? 0).toBeLessThanOrEqual(LONGEST_WORDS);
        expect(news.began?.length).toBe(20);
        expect(news.ended?.length).toBe(20);
        for (const call of news.began ?? []) {
          expect(call.tool.length).toBeLessThanOrEqual(LONGEST_NAME);
          expect(call.argument?.length ?? 0).toBeLessThanOrEqual(LONGEST_ARGUMENT);
        }
        for (const shown of [news.task, news.words, news.began?.[0]?.argument])
          expect(shown ?? "").not.toMatch(/[\r\n]/);
      }),
    );
    expect(cleanNews({ task: "😀".repeat(500) }).task).toMatch(/^(?:😀)+…$/u);
  });

  it("[RS24, RD8] a secret is not stored, also where the text is cut within it or only just after it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom("x", "word ", "\n"), (before, filler) => {
        const told = `${filler.repeat(before).slice(0, before)} ${SECRET} and more`;
        const argument = `curl -H "Authorization: Bearer ${SECRET}" ${told}`;
        const stored = JSON.stringify(
          cleanNews({ task: told, words: told, began: [{ id: "c", tool: "Bash", argument }] }),
        );
        expect(stored).not.toMatch(/sk-ant-abcdef|ghijkl|mnop123/);
      }),
    );
    const many = `${`${SECRET}${"a".repeat(4_000)} `.repeat(4)}${SECRET}`;
    expect(JSON.stringify(cleanNews({ words: many, task: many }))).not.toContain("sk-ant");
  });
});
