// npm start: installs and builds what is missing, then runs the server until it is told to stop.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bootstrap, environment, fail, root } from './bootstrap.mjs';
import { buildWeb } from './web-build.mjs';

await bootstrap();
const built = await buildWeb();
if (built.code !== 0) {
  console.error(built.output);
  fail('The web pages could not be built: the lines above say why.');
}
serve();

function serve() {
  const tether = pathToFileURL(join(root, 'scripts', 'tether.mjs')).href;
  const child = spawn('node', ['--import', tether, 'server/src/main.ts'], {
    cwd: root,
    env: environment(),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C reaches every process of the terminal's group, and npm sends it once more; in a group
    // of its own the server gets it from us alone, once.
    detached: process.platform !== 'win32',
  });
  let told = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!told) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
      told = true;
    });
  }
  // npm does not pass on a SIGTERM that it gets alone, as from a service manager: it dies and leaves us.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid === parent || told || !process.env.npm_lifecycle_event) return;
    told = true;
    child.kill('SIGTERM');
  }, 500).unref();
  child.on('error', (error) => fail(`The server could not be started: ${error.message}.`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
