// Installs what is missing and builds the pages without starting the server; for images.
import { bootstrap, fail } from './bootstrap.mjs';
import { buildWeb } from './web-build.mjs';

await bootstrap();
const { code, output } = await buildWeb();
if (code !== 0) fail(output);
