import { describe, expect, it } from "vitest";
import { auditCitations, citedIds, parseRules } from "./citations.mjs";

/** Keeps the examples below from counting as citations of this file. */
const title = (text) => text.replaceAll("<", "[").replaceAll(">", "]");

describe("parseRules", () => {
  it("[PK1] a rule is a list item that starts with its id, and may say that it is not built yet", () => {
    const spec = title(
      "# Engine\n\n- **<EN1>** One.\n- **<EN2>** (not built: issue 7) Two.\nSee <EN1>.\n- <EN3> not a rule\n",
    );
    expect(parseRules(spec)).toEqual([
      { id: "EN1", isBuilt: true },
      { id: "EN2", isBuilt: false },
    ]);
  });
});

describe("citedIds", () => {
  it.each([
    ['it("<EN1> one", () => {})', ["EN1"]],
    ["test('<EN1><EN2> both', () => {})", ["EN1", "EN2"]],
    ["it(`<EN1, EN2> both`, () => {})", ["EN1", "EN2"]],
    ['it.each(cases)(\n  "<EN3> each %s", () => {})', ["EN3"]],
    ['it.skip("<EN1> later")', []],
    ['it.todo("<EN1> later")', []],
    ['it("says <EN1> in passing", () => {})', []],
    ["// <EN1>", []],
  ])("[PK1] %s cites what stands at the start of a title that runs", (source, ids) => {
    expect(citedIds(title(source))).toEqual(ids);
  });
});

describe("auditCitations", () => {
  it("[PK1] names the rule without a test, the citation without a rule and the id used twice", () => {
    const rules = [
      { id: "EN1", isBuilt: true },
      { id: "EN2", isBuilt: true },
      { id: "EN2", isBuilt: true },
      { id: "EN3", isBuilt: false },
    ];
    expect(auditCitations(rules, new Map([["a.test.ts", ["EN1", "EN9", "EN9"]]]))).toEqual({
      faults: [
        title("<EN2> stands in docs/spec twice"),
        title("<EN2> is cited by no test"),
        title("<EN9> in a.test.ts is not in docs/spec"),
      ],
      rules: 3,
      cited: 1,
      notBuilt: 1,
    });
  });

  it("[PK1] finds no fault where every built rule is cited", () => {
    const audit = auditCitations([{ id: "EN1", isBuilt: true }], new Map([["a.test.ts", ["EN1"]]]));
    expect(audit).toEqual({ faults: [], rules: 1, cited: 1, notBuilt: 0 });
  });
});
