// npm run shots: screenshots of every page, its states and its dialogs, as one contact sheet.
// Further arguments go to Playwright: npm run shots -- --grep Detail --project 390
import { bootstrap, run } from './bootstrap.mjs';
import { chromiumPath } from './chromium.mjs';
import { buildWeb } from './web-build.mjs';

await bootstrap({ withTools: true });
const built = await buildWeb();
console.error(built.output);
const args = ['test', '-c', 'tools/shots/playwright.config.ts', ...process.argv.slice(2)];
const env = { CHROMIUM_PATH: chromiumPath() };
process.exitCode = built.code || (await run('playwright', args, { env })).code;
