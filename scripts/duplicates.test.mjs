import { expect, it } from "vitest";
import { codeLines, describeDuplicate, findDuplicates } from "./duplicates.mjs";

const block = (length, from = 1) => Array.from({ length }, (_, n) => `step(${n + from});`).join("\n");
const file = (path, ...parts) => ({ path, text: parts.join("\n") });
const found = (...files) => findDuplicates(files).map(describeDuplicate);

it("[PK1] a block of more than ten lines in two files is named once, at its full length", () => {
  expect(found(file("a.ts", "first();", block(14)), file("b.ts", block(14), "last();"))).toEqual([
    "b.ts:1 repeats 14 lines of a.ts:2: 10 at most",
  ]);
  expect(found(file("a.ts", "first();", block(10)), file("b.ts", block(10), "last();"))).toEqual([]);
});

it("[PK1] a block that stands twice in one file counts, and lines that repeat themselves are one block", () => {
  expect(found(file("a.ts", block(11), "between();", block(11)))).toEqual([
    "a.ts:13 repeats 11 lines of a.ts:1: 10 at most",
  ]);
  expect(found(file("a.ts", ...Array(20).fill("again();")))).toEqual([]);
});

it("[PK1] indentation and comments hide no copy", () => {
  const copy = block(11)
    .split("\n")
    .map((line) => `  ${line} // why`);
  expect(found(file("a.ts", block(11)), file("b.ts", "/**", " * About it.", " */", ...copy, ""))).toEqual([
    "b.ts:4 repeats 11 lines of a.ts:1: 10 at most",
  ]);
});

it("[PK1] imports, types and lists of names are no code", () => {
  const text = `import { a } from "./a.ts";
import type {
  B,
} from "./b.ts";
export { C } from "./c.ts";
export interface D {
  e: string;
}
type F =
  | { type: "g" }
  | { type: "h" };
type I = "j" | "k";
const url = "https://x.org"; // not a comment in the text
const l = {
  m,
  n,
  type: {
    o: 1,
  },
};
`;
  expect(codeLines(text)).toEqual([
    { line: 13, code: 'const url = "https://x.org";' },
    { line: 14, code: "const l = {" },
    { line: 17, code: "type: {" },
    { line: 18, code: "o: 1," },
    { line: 19, code: "}," },
    { line: 20, code: "};" },
  ]);
});
