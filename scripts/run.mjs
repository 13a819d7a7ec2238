// npm run ledger:verify and the like: installs what is missing, then runs one program on the pinned Node.
import { bootstrap, run } from './bootstrap.mjs';

await bootstrap();
process.exitCode = (await run('node', process.argv.slice(2))).code;
