import { relative } from "node:path";

/** Counts and failures of a run of vitest under `root`, from its JSON report, which is null where it wrote none. */
export function readVitestReport(report, exitCode, root) {
  if (report === null)
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [`vitest ended with ${exitCode} and no report`],
      failedTests: [],
    };
  const failedTests = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => ({ file: relative(root, file.name), fullName })),
  );
  // a file that does not load has no tests to fail
  const failedFiles = report.testResults
    .filter(
      ({ status, assertionResults }) =>
        status === "failed" && assertionResults.every((test) => test.status !== "failed"),
    )
    .map(({ name, message }) => `${relative(root, name)}: ${message.split("\n")[0]}`);
  const failures = [...failedTests.map(line), ...failedFiles];
  if (failures.length === 0 && exitCode !== 0) failures.push(`vitest ended with ${exitCode}, though no test failed`);
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    failedTests,
  };
}

const MOST_ASKED_AGAIN = 5;

/**
 * What vitest is asked to run once more, alone, or null. Only tests of real programs (test/), which may have lost a race with
 * the rest of the run, and only where they are few: what a change has broken is broken the second time, too.
 */
export function onceMore({ failures, failedTests }) {
  const isFew = failedTests.length > 0 && failedTests.length <= MOST_ASKED_AGAIN;
  if (!isFew || failures.length > failedTests.length || failedTests.some(({ file }) => !file.startsWith("test/")))
    return null;
  const names = [...new Set(failedTests.map(({ fullName }) => fullName))].map(literally);
  const files = [...new Set(failedTests.map(({ file }) => file))];
  return [...files, "--testNamePattern", `^(?:${names.join("|")})$`, "--maxWorkers=1"];
}

/** Both runs as one: failed is what failed twice; what failed once is `unsteady`, and named. */
export function together(first, second) {
  const isWhole = second.passed + second.failed >= first.failedTests.length;
  if (!isWhole) return { ...first, unsteady: [] };
  const unsteady = first.failures.filter((failure) => !second.failures.includes(failure));
  return {
    ...first,
    passed: first.passed + unsteady.length,
    failed: second.failed,
    failures: second.failures,
    unsteady,
  };
}

function line({ file, fullName }) {
  return `${file}: ${fullName}`;
}

function literally(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The last line of `npm test`, which CI reads. */
export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
