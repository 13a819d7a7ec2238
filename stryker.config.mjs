/** For `npm run mutants`; see docs/decisions/098-mutants.md. */
export default {
  mutate: [
    '{server,web}/src/**/*.rules.ts',
    'contract/src/kernel/{money,calendar,plates}.ts',
    'contract/src/operations/{rate-curves,recurrence}.ts',
  ],
  testRunner: 'vitest',
  // TypeScript 7 has no program interface that lets Stryker rewrite the paths in a tsconfig.json. Ours has none.
  tsconfigFile: 'none',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/mutants/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  // What a file computes while it's loaded would take all tests for each change.
  ignoreStatic: true,
  // Copied into the sandbox: what the tests read.
  ignorePatterns: [
    '/*',
    '!/contract',
    '!/server',
    '!/web',
    '!/tools',
    '!/vitest.setup.ts',
    '!/package.json',
    '!/tsconfig.json',
    '/web/dist',
    '/tools/shots',
    '/tools/e2e',
    '/tools/bench',
  ],
  // Results of files and tests that didn't change are kept.
  incremental: true,
  concurrency: 1,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  allowConsoleColors: false,
};
