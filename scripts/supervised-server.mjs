// For tests: the real server under npm start's supervisor.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './bootstrap.mjs';
import { supervise } from './supervisor.mjs';

/** Starts the server without the demo and with its own PostgreSQL; `output` receives what it prints. */
export function startSupervised({ folder, port, settings = {}, output = 'ignore' }) {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const own = { DATA_DIR: join(folder, 'data'), PORT: `${port}`, DEMO: '0', NODE_ENV: '' };
  const tether = pathToFileURL(join(root, 'scripts', 'tether.mjs')).href;
  return supervise(
    {
      command: process.execPath,
      args: ['--import', tether, 'server/src/main.ts'],
      options: {
        cwd: root,
        env: { ...inherited, LOG_LEVEL: 'silent', LOG_FORMAT: 'pretty', ...own, ...settings },
        stdio: ['ignore', output, output, 'ipc'],
      },
    },
    { report: () => undefined, advice: '' },
  );
}
