const zeroCounts = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] };

/** The result of a stage without tests of its own. */
export const noTests = zeroCounts;

/** The result of a test stage without a usable report: one failure. */
export const brokenStage = { ...zeroCounts, failed: 1 };

/** Reads Playwright's JSON report; a test that passed on a second try counts as passed, and is named as unsteady. */
export function playwrightCounts({ stats, errors, suites }) {
  const specs = suites.flatMap(listSpecs);
  const listTitles = (status) =>
    specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ file, title }) => `${file} › ${title}`);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: listTitles('unexpected'),
    unsteady: listTitles('flaky'),
  };
}

function listSpecs({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)];
}

/** Counts a failed run without a failed test, or any run without tests, as one failure. */
export function judged(counts, code) {
  const idle = counts.passed + counts.failed === 0;
  const silent = code !== 0 && counts.failed === 0;
  return idle || silent ? { ...counts, failed: counts.failed + 1 } : counts;
}

/** The last lines of a run: one for each stage, the names of what failed or passed only at the second try, the sum. */
export function describeRun(stages) {
  const width = Math.max(...stages.map(({ name }) => name.length));
  const lines = stages.map(({ name, seconds, counts }) => {
    const { passed, failed, skipped, unsteady } = counts;
    const countTexts = [
      passed > 0 ? `${passed} passed` : '',
      failed > 0 ? `${failed} failed` : '',
      skipped > 0 ? `${skipped} skipped` : '',
      unsteady.length > 0 ? `${unsteady.length} unsteady` : '',
    ];
    const state = failed === 0 ? 'ok    ' : 'FAILED';
    const time = `${seconds.toFixed(1)} s`.padStart(8);
    return `${name.padEnd(width)}  ${state} ${time}  ${countTexts.filter(Boolean).join(', ')}`.trimEnd();
  });
  const all = stages.map(({ counts }) => counts);
  const list = (title, names) =>
    names.length === 0 ? [] : ['', `${title}:`, ...names.map((name) => `  ${name}`)];
  const sum = (name) => all.reduce((result, counts) => result + counts[name], 0);
  return [
    '',
    ...lines,
    ...list(
      'Failed',
      all.flatMap(({ failures }) => failures),
    ),
    ...list(
      'Unsteady, passed at the second try',
      all.flatMap(({ unsteady }) => unsteady),
    ),
    '',
    `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`,
  ].join('\n');
}
