// Does what a start would do before it serves, for images: installs what is missing and builds the pages.
import { bootstrap, fail } from './bootstrap.mjs';
import { buildWeb } from './web-build.mjs';

await bootstrap();
const { code, output } = await buildWeb();
if (code !== 0) fail(output);
