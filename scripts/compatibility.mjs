/** The rows of docs/compatibility.md: `| requirement | EN1, EN2 | `a.test.ts`, `b.test.ts` | how |`. */
function rowsOf(page) {
  return page
    .split("\n")
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.startsWith("|") && !/^\|(---\|)+$|^\| requirement \|/.test(line))
    .map(({ line, number }) => ({
      number,
      cells: line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    }));
}

/** `known` has the ids of the rules; `citations` maps a test file to the ids it cites. */
export function auditCompatibility(page, known, citations) {
  const rows = rowsOf(page);
  const faults = rows.flatMap(({ number, cells }) => {
    const at = `docs/compatibility.md:${number}`;
    if (cells.length !== 4 || cells.includes("")) return [`${at} wants four cells, none of them empty`];
    const rules = cells[1].split(", ");
    const files = [...cells[2].matchAll(/`([^`]+)`/g)].map(([, file]) => file);
    const cited = new Set(files.flatMap((file) => citations.get(file) ?? []));
    return [
      ...rules.filter((id) => !known.has(id)).map((id) => `${at}: [${id}] is not in docs/spec`),
      ...files.filter((file) => !citations.has(file)).map((file) => `${at}: ${file} is no test`),
      ...rules.filter((id) => !cited.has(id)).map((id) => `${at}: no test that it names cites [${id}]`),
    ];
  });
  return rows.length > 0 ? faults : ["docs/compatibility.md has no row"];
}
