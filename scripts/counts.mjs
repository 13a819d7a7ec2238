/** The result of a test stage without a usable report: one failure. */
export const brokenStage = { passed: 0, failed: 1, skipped: 0 };

/** Reads vitest's JSON report; a file that couldn't be loaded has no tests and counts as one failure. */
export function vitestCounts(report) {
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(isFailure),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Reads Playwright's JSON report; a test that passed on a retry counts as passed. */
export function playwrightCounts({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/** Counts a failed run without a failed test, or any run without tests, as one failure. */
export function judged(counts, code) {
  const idle = counts.passed + counts.failed === 0;
  const silent = code !== 0 && counts.failed === 0;
  return idle || silent ? { ...counts, failed: counts.failed + 1 } : counts;
}

export function total(all) {
  const sum = (name) => all.reduce((result, counts) => result + counts[name], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** The last line of a run. */
export function totalLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function isFailure(test) {
  return test.status === 'failed';
}
