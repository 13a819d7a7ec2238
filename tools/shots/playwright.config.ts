import base from '../../playwright.config.ts';

/** Takes the screenshots of the contact sheet: `npm run shots`, or `npm run shots -- --grep Detail`. */
export default {
  ...base,
  testDir: '.',
  testMatch: 'take-shots.ts',
  outputDir: '../../test-results/shots',
  globalSetup: './start-demo.ts',
  timeout: 90_000,
  retries: 0,
  reporter: 'line',
  projects: [
    { name: '1280', use: { viewport: { width: 1280, height: 800 } } },
    { name: '390', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
};
