import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { countsIn, proofPage, readProofArguments, SUITES, withRun } from "./proof-plan.mjs";

describe("all suites in a row", () => {
  it("[PK41] are scripts of package.json, and all of them unless some are named", () => {
    const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    for (const { command } of SUITES) expect(scripts).toHaveProperty([command[0] === "run" ? command[1] : command[0]]);
    expect(readProofArguments([])).toEqual({ suites: SUITES, times: 2 });
    const [first, second] = SUITES;
    expect(readProofArguments([second.name, "--times", "3"])).toEqual({ suites: [second], times: 3 });
    expect(readProofArguments(["--times", "0"]).fault).toContain("--times");
    expect(readProofArguments(["nosuch"]).fault).toContain(`${first.name}, `);
  });

  it.each([
    ["✓ lint (3 s)\n54 passed, 2 failed\n\n", "54 passed, 2 failed"],
    ["\u001B[2m      Tests \u001B[22m \u001B[32m3 passed\u001B[39m (3)\n   Duration 5 s\n", "Tests  3 passed (3)"],
    [
      "149 right, 1 unknown, 0 wrong; 0 false rings, 0 missed",
      "149 right, 1 unknown, 0 wrong; 0 false rings, 0 missed",
    ],
    [
      "pi · tabs · as sent\npi · approval · right · by keys\npi · leading blanks · wrong: nothing\n# Texts",
      "2 tries right",
    ],
    ["nothing to count", ""],
  ])("[PK41] tell what they counted: %j", (output, counts) => {
    expect(countsIn(output)).toBe(counts);
  });

  it("[PK41] keep their newest two runs, also of different calls", () => {
    expect(withRun([1], 2, 1)).toEqual([1, 2]);
    expect(withRun([1, 2], 3, 2)).toEqual([2, 3]);
    expect(withRun([1, 2], 3, 3)).toEqual([1, 2, 3]);
  });

  it("[PK41] stand on the page with each run, or as not run yet", () => {
    const run = { commit: "0a1b2c3d", minutes: 6, load: "0.3", isFine: true, counts: "54 passed, 0 failed" };
    const page = proofPage({ install: [run, { ...run, isFine: false, counts: "53 passed, 1 failed" }] });
    expect(page).toContain(
      "| `npm run test:install` | ✓ 54 passed, 0 failed; 6 min, 0a1b2c3d, load 0.3<br>**failed** 53 passed, 1 failed; 6 min",
    );
    expect(page).toContain("| `npm run test:locks` | not yet |");
  });
});
