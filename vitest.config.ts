import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { noteStatements } from './tools/sql-rows/note-statements.ts';

// As with the browser tests: `.ci/run` tries once more what failed, and names it as unsteady.
const retry = process.env['RETRY_FAILED'] ? 1 : 0;

/** The same for every test, in milliseconds. They end what hangs; no test measures time with them. */
const limits = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
};

const smokeTests = '{server/src,scripts}/**/*.smoke.test.{ts,mjs}';
const systemTests = '{server/src,scripts}/**/*.system.test.{ts,mjs}';
const stressTests = '{contract/src,server/src,simulator,web/src}/**/*.stress.test.{ts,tsx}';
const exclude = [smokeTests, systemTests, stressTests];

/** Tests with a PostgreSQL. */
const serverProject = {
  globalSetup: ['server/src/testing/global-setup.ts'],
  setupFiles: ['vitest.setup.ts', 'server/src/testing/setup.ts'],
  // Loading the server again for each file took a third of the time.
  isolate: false,
  retry,
  ...limits,
};

/** A year of many properties takes minutes to write. */
const stressLimits = { testTimeout: 900_000, hookTimeout: 900_000 };

export default defineConfig({
  test: {
    // More than there are processors: a test of the server waits for the database half of its time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          name: 'rules',
          isolate: false,
          include: [
            '{contract,evidence}/src/**/*.test.ts',
            'simulator/src/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'docs/*.test.ts',
            'tools/{bench,sql-rows}/**/*.test.ts',
          ],
          exclude,
          setupFiles: ['vitest.setup.ts'],
          retry,
          ...limits,
        },
      },
      {
        plugins: [noteStatements()],
        test: { name: 'server', include: ['server/src/**/*.test.ts'], exclude, ...serverProject },
      },
      // They start programs. Two are in `npm test`, the others in `npm run drills`.
      { test: { name: 'smoke', include: [smokeTests], ...serverProject } },
      { test: { name: 'system', include: [systemTests], ...serverProject } },
      // Much data, many clients, many random runs: `npm run stress`.
      { test: { name: 'stress', include: [stressTests], ...serverProject, ...stressLimits } },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Each file in a context of its own, but not in a process that must load jsdom first.
          pool: 'vmThreads',
          setupFiles: ['vitest.setup.ts', 'web/src/kernel/browser-test-setup.ts'],
          retry,
          ...limits,
        },
      },
    ],
  },
});
