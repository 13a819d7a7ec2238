import { defineConfig } from '@playwright/test';

const asRoot = process.getuid?.() === 0;
const chromium = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'tools/e2e',
  globalSetup: './tools/e2e/testing/start-server.ts',
  outputDir: 'test-results',
  // The same for every test. They end what hangs; no test measures time with them.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  // One more than the processors that the suite is meant for: tests also wait, for mails and for jobs of the server.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // `.ci/run` tries once more what failed, and names it as unsteady.
  retries: process.env.RETRY_FAILED ? 1 : 0,
  use: {
    locale: 'en-US',
    // Another zone than any lot's: nothing may depend on the browser's.
    timezoneId: 'Asia/Kathmandu',
    // Colors that fade would be measured halfway, and what slides in would be waited for.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing every test takes time: a second try is traced, or what `--trace on` asks for.
    trace: 'on-first-retry',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // A page that is opened reuses the compiled scripts of the one before.
        '--process-per-site',
        // A page lives for seconds: code that is optimized for it takes longer than it saves.
        '--js-flags=--no-opt --no-maglev',
        '--disable-background-networking',
      ],
    },
  },
  // A test runs at one width: that of a desk, or with its tag that of a phone (docs/decisions/070).
  projects: [
    { name: 'wide', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
});
