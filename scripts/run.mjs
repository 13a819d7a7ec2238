// npm run ledger:verify and similar: installs what is missing, then runs one program on the pinned Node.
import { bootstrap, run } from './bootstrap.mjs';
import { readSettingsFile } from './settings-file.mjs';

const [program = ''] = process.argv.slice(2);
await bootstrap({ withTools: program.startsWith('tools/') });
// Benchmarks and drills create their own installations.
if (program.startsWith('server/')) readSettingsFile();
process.exitCode = (await run('node', process.argv.slice(2))).code;
