import { expect, it } from 'vitest';
import { describeRun, judged, noTests, playwrightCounts } from './counts.mjs';

const spec = (title, status) => ({ file: 'team.spec.ts', title, tests: [{ status }] });

it('an unsteady browser test counts as passed and is named, and an error outside the tests as failed', () => {
  const report = {
    stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 3 },
    errors: [{ message: 'the server did not start' }],
    suites: [
      {
        specs: [spec('a role changes', 'flaky')],
        suites: [{ specs: [spec('it ends', 'unexpected')] }],
      },
    ],
  };
  expect(playwrightCounts(report)).toEqual({
    passed: 5,
    failed: 3,
    skipped: 3,
    failures: ['team.spec.ts › it ends'],
    unsteady: ['team.spec.ts › a role changes'],
  });
});

it('a run without tests, or one that failed without a failed test, counts as a failure', () => {
  expect(judged({ ...noTests, skipped: 5 }, 0)).toMatchObject({ failed: 1, skipped: 5 });
  const clean = { ...noTests, passed: 3 };
  expect(judged(clean, 1).failed).toBe(1);
  expect(judged(clean, 0)).toEqual(clean);
  expect(judged({ ...clean, failed: 2 }, 1).failed).toBe(2);
});

it('a run ends with a line for each stage, the names of what failed or was unsteady, and the sum', () => {
  const stages = [
    { name: 'lint', seconds: 37.44, counts: noTests },
    {
      name: 'unit',
      seconds: 301,
      counts: { passed: 7, failed: 1, skipped: 0, failures: ['a.test.ts › it adds'], unsteady: [] },
    },
    {
      name: 'browser',
      seconds: 5,
      counts: {
        passed: 5,
        failed: 0,
        skipped: 1,
        failures: [],
        unsteady: ['b.spec.ts › it opens'],
      },
    },
  ];
  expect(describeRun(stages)).toBe(`
lint     ok       37.4 s
unit     FAILED  301.0 s  7 passed, 1 failed
browser  ok        5.0 s  5 passed, 1 skipped, 1 unsteady

Failed:
  a.test.ts › it adds

Unsteady, passed at the second try:
  b.spec.ts › it opens

12 passed, 1 failed, 1 skipped`);
});
