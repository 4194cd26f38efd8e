import { describe, expect, it } from "vitest";
import { auditCompatibility } from "./compatibility.mjs";

const known = new Set(["EN1", "EN2"]);
const citations = new Map([
  ["a.test.ts", ["EN1"]],
  ["b.test.ts", ["EN2"]],
]);
const page = (...rows) => ["| requirement | rule | test | how |", "|---|---|---|---|", ...rows].join("\n");
const faults = (...rows) => auditCompatibility(page(...rows), known, citations);

describe("auditCompatibility", () => {
  it("[PK1] rows with a rule, the tests that cite it, and a word on how are whole", () => {
    expect(faults("| order | EN1, EN2 | `a.test.ts`, `b.test.ts` | as written |")).toEqual([]);
  });

  it("[PK1] a missing or wrong part of a row is reported with its line", () => {
    expect(faults("| order | EN1 | `a.test.ts` |  |")).toEqual([
      "docs/compatibility.md:3 wants four cells, none of them empty",
    ]);
    expect(faults("| order | EN1 | `a.test.ts` |")).toHaveLength(1);
    expect(faults("| order | EN1, EN9 | `a.test.ts`, `c.test.ts` | as written |")).toEqual([
      "docs/compatibility.md:3: [EN9] is not in docs/spec",
      "docs/compatibility.md:3: c.test.ts is no test",
      "docs/compatibility.md:3: no test that it names cites [EN9]",
    ]);
    expect(faults()).toEqual(["docs/compatibility.md has no row"]);
  });
});
