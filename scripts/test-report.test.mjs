import { describe, expect, it } from "vitest";
import { countsLine, onceMore, readVitestReport, together } from "./test-report.mjs";

const file = (name, status, tests, message = "") => ({
  name: `/src/${name}`,
  status,
  message,
  assertionResults: tests,
});
const report = (testResults, numPassedTests) => ({ testResults, numPassedTests, numPendingTests: 1, numTodoTests: 0 });

describe("readVitestReport", () => {
  it("[PK10] counts and names failed tests and files that do not load", () => {
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
      failedTests: [{ file: "a.test.ts", fullName: "two" }],
    });
  });

  it("[PK10] a run that ends badly is a failure even where no test failed or no report was written", () => {
    expect(readVitestReport(report([], 3), 1, "/src").failures).toEqual(["vitest ended with 1, though no test failed"]);
    expect(readVitestReport(null, "SIGKILL", "/src").failures).toEqual(["vitest ended with SIGKILL and no report"]);
  });
});

describe("tests that failed", () => {
  const failed = (...tests) => {
    const failedTests = tests.map((fullName) => ({ file: "test/e2e/a.test.ts", fullName }));
    const failures = failedTests.map(({ file, fullName }) => `${file}: ${fullName}`);
    return { passed: 10, failed: failures.length, skipped: 0, failures, failedTests };
  };

  it("[PK12] are asked once more, by their very names, where they are few and of real programs", () => {
    const args = onceMore(failed("one [A1] (x)", "two"));
    expect(args).toEqual(["test/e2e/a.test.ts", "--testNamePattern", expect.any(String), "--maxWorkers=1"]);
    const pattern = new RegExp(args[2]);
    expect(["one [A1] (x)", "two", "one", "two and more"].map((name) => pattern.test(name))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(onceMore(failed("1", "2", "3", "4", "5", "6"))).toBeNull();
    expect(onceMore(failed())).toBeNull();
    const unit = { file: "src/core/a.test.ts", fullName: "two" };
    expect(onceMore({ ...failed("one"), failedTests: [unit] })).toBeNull();
    expect(
      onceMore({ ...failed("one"), failures: ["test/e2e/a.test.ts: one", "b.test.ts: does not load"] }),
    ).toBeNull();
  });

  it("[PK12] are failed where they fail twice, and named as unsteady where they do not", () => {
    const first = failed("one", "two");
    expect(together(first, { ...failed("two"), passed: 1 })).toMatchObject({
      passed: 11,
      failed: 1,
      failures: ["test/e2e/a.test.ts: two"],
      unsteady: ["test/e2e/a.test.ts: one"],
    });
    expect(together(first, { ...failed(), passed: 0 })).toMatchObject({ failed: 2, unsteady: [] });
  });
});

describe("countsLine", () => {
  it.each([
    [{ passed: 3, failed: 0, skipped: 0 }, "3 passed, 0 failed"],
    [{ passed: 3, failed: 1, skipped: 2 }, "3 passed, 1 failed, 2 skipped"],
  ])("[PK11] %j reads %s", (counts, line) => {
    expect(countsLine(counts)).toBe(line);
  });
});
