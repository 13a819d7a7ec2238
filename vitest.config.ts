import { defineConfig } from 'vitest/config';

// As with the browser tests: in CI a test that fails is tried once more, and named as such.
const retry = process.env['CI'] ? 1 : 0;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'contract/src/**/*.test.ts',
            'simulator/src/**/*.test.ts',
            'scripts/*.test.mjs',
            'docs/*.test.ts',
          ],
          setupFiles: ['vitest.setup.ts'],
          retry,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          setupFiles: ['vitest.setup.ts'],
          retry,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['web/src/kernel/browser-test-setup.ts'],
          retry,
        },
      },
    ],
  },
});
