import { defineConfig } from 'vitest/config';

// The tests that run once per mutant: of rules, in milliseconds and without a database.
export default defineConfig({
  test: {
    include: ['{server,web}/src/**/*.rules.test.ts', 'contract/src/**/*.test.ts'],
    setupFiles: ['vitest.setup.ts'],
    isolate: false,
    // Random tests draw the same for every mutant.
    env: { RANDOM_SEED: '1' },
  },
});
