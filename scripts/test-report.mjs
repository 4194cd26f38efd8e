import { relative } from "node:path";

/** Counts and failures of a vitest run under `root`, from its JSON report; null if it wrote none. */
export function readVitestReport(report, exitCode, root) {
  if (report === null)
    return { passed: 0, failed: 1, skipped: 0, failures: [`vitest ended with ${exitCode} and no report`] };
  const failedTests = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => `${relative(root, file.name)}: ${fullName}`),
  );
  // a file that fails to load has no failed tests
  const failedFiles = report.testResults
    .filter(
      ({ status, assertionResults }) =>
        status === "failed" && assertionResults.every((test) => test.status !== "failed"),
    )
    .map(({ name, message }) => `${relative(root, name)}: ${message.split("\n")[0]}`);
  const failures = [...failedTests, ...failedFiles];
  if (failures.length === 0 && exitCode !== 0) failures.push(`vitest ended with ${exitCode}, though no test failed`);
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
}

/** The last line of `npm test`, parsed by CI. */
export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
