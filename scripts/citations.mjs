const ID = "[A-Z]{2,}\\d+[a-z]?";
const RULE = new RegExp(`^- \\*\\*\\[(${ID})\\]\\*\\* (.*)$`, "gm");
/** A call whose first argument begins with citations: a test, a describe, or a contract suite's own function. */
const TITLE = new RegExp(`([\\w.]*)\\s*\\(\\s*["'\`]((?:\\[${ID}(?:, ?${ID})*\\] ?)+)`, "g");

/** Parses the rules of one file of docs/spec: `- **[EN4]** A replayed event changes nothing.` */
export function parseRules(specText) {
  return [...specText.matchAll(RULE)].map(([, id, text]) => ({ id, isBuilt: !text.startsWith("(not built: issue ") }));
}

/** The rule ids cited by the test titles of one file. Tests that do not run do not count. */
export function citedIds(testText) {
  return [...testText.matchAll(TITLE)]
    .filter(([, callee]) => !/\.(skip|todo)\b/.test(callee))
    .flatMap(([, , citations]) => citations.match(new RegExp(ID, "g")));
}

/** `citations` maps a test file to the ids it cites. */
export function auditCitations(rules, citations) {
  const known = new Set(rules.map(({ id }) => id));
  const cited = new Set([...citations.values()].flat());
  const built = new Set(rules.filter(({ isBuilt }) => isBuilt).map(({ id }) => id));
  const twice = rules.filter(({ id }, index) => rules.findIndex((rule) => rule.id === id) !== index);
  const faults = [
    ...twice.map(({ id }) => `[${id}] stands in docs/spec twice`),
    ...[...built].filter((id) => !cited.has(id)).map((id) => `[${id}] is cited by no test`),
    ...[...citations].flatMap(([file, ids]) =>
      [...new Set(ids)].filter((id) => !known.has(id)).map((id) => `[${id}] in ${file} is not in docs/spec`),
    ),
  ];
  return {
    faults,
    rules: known.size,
    cited: [...known].filter((id) => cited.has(id)).length,
    notBuilt: known.size - built.size,
  };
}
