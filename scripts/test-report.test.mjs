import { describe, expect, it } from "vitest";
import { countsLine, readVitestReport } from "./test-report.mjs";

const file = (name, status, tests, message = "") => ({
  name: `/src/${name}`,
  status,
  message,
  assertionResults: tests,
});
const report = (testResults, numPassedTests) => ({ testResults, numPassedTests, numPendingTests: 1, numTodoTests: 0 });

describe("readVitestReport", () => {
  it("counts and names failed tests and files that do not load", () => {
    const run = report(
      [
        file("a.test.ts", "failed", [
          { status: "passed", fullName: "one" },
          { status: "failed", fullName: "two" },
        ]),
        file("b.test.ts", "failed", [], "Cannot find module\nat …"),
      ],
      1,
    );
    expect(readVitestReport(run, 1, "/src")).toEqual({
      passed: 1,
      failed: 2,
      skipped: 1,
      failures: ["a.test.ts: two", "b.test.ts: Cannot find module"],
    });
  });

  it("a run that ends badly is a failure even where no test failed or no report was written", () => {
    expect(readVitestReport(report([], 3), 1, "/src").failures).toEqual(["vitest ended with 1, though no test failed"]);
    expect(readVitestReport(null, "SIGKILL", "/src").failures).toEqual(["vitest ended with SIGKILL and no report"]);
  });
});

describe("countsLine", () => {
  it.each([
    [{ passed: 3, failed: 0, skipped: 0 }, "3 passed, 0 failed"],
    [{ passed: 3, failed: 1, skipped: 2 }, "3 passed, 1 failed, 2 skipped"],
  ])("%j reads %s", (counts, line) => {
    expect(countsLine(counts)).toBe(line);
  });
});
