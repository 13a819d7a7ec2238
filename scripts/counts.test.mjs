import { expect, it } from 'vitest';
import { judged, playwrightCounts, total, totalLine, vitestCounts } from './counts.mjs';

const vitest = {
  numPassedTests: 7,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [{ status: 'failed', assertionResults: [{ status: 'failed' }] }],
};

it('pending and todo tests of vitest count as skipped', () => {
  expect(vitestCounts(vitest)).toEqual({ passed: 7, failed: 1, skipped: 3 });
});

it('a test file that could not be loaded counts as one failure', () => {
  const unloaded = { status: 'failed', assertionResults: [] };
  const report = { ...vitest, testResults: [...vitest.testResults, unloaded] };
  expect(vitestCounts(report).failed).toBe(2);
});

it('a flaky browser test counts as passed, and an error outside the tests as failed', () => {
  const stats = { expected: 4, flaky: 1, unexpected: 2, skipped: 3 };
  const report = { stats, errors: [{ message: 'the server did not start' }] };
  expect(playwrightCounts(report)).toEqual({ passed: 5, failed: 3, skipped: 3 });
});

it('a run without tests, or one that failed without a failed test, counts as a failure', () => {
  const emptyCounts = { passed: 0, failed: 0, skipped: 5 };
  expect(judged(emptyCounts, 0)).toEqual({ passed: 0, failed: 1, skipped: 5 });
  const clean = { passed: 3, failed: 0, skipped: 0 };
  expect(judged(clean, 1).failed).toBe(1);
  expect(judged(clean, 0)).toEqual(clean);
  expect(judged({ ...clean, failed: 2 }, 1).failed).toBe(2);
});

it('the totals of 7, 1, 3 and 5, 3, 3 are 12 passed, 4 failed, 6 skipped', () => {
  const sum = total([
    { passed: 7, failed: 1, skipped: 3 },
    { passed: 5, failed: 3, skipped: 3 },
  ]);
  expect(totalLine(sum)).toBe('12 passed, 4 failed, 6 skipped');
  expect(totalLine(total([]))).toBe('0 passed, 0 failed, 0 skipped');
});
