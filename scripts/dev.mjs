// npm run dev: the server, restarted when its code changes, and the pages with hot reload, sharing one PostgreSQL.
import { spawn } from 'node:child_process';
import { readConfig } from '../server/src/config.ts';
import { startEmbeddedPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts';
import { toPageSettings } from '../server/src/page-settings.ts';
import { environment, fail, root } from './bootstrap.mjs';

const config = readConfig(process.env);
const pagesUrl = `http://${config.HOST}:${config.PORT}`;
const serverPort = config.PORT + 1;

const children = [];
const embedded = config.DATABASE_URL ? null : await startDatabase();
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));

start('node', ['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
  DATABASE_URL: config.DATABASE_URL ?? embedded.url,
  PORT: String(serverPort),
  PUBLIC_URL: pagesUrl,
});
start('vite', ['web', '--host', config.HOST, '--port', String(config.PORT)], {
  SERVER_URL: `http://${config.HOST}:${serverPort}`,
  PAGE_SETTINGS: JSON.stringify(toPageSettings(config)).replaceAll('<', '\\u003c'),
});

/** Starts the database here, so that a restart of the server doesn't restart it. */
async function startDatabase() {
  const log = { info: console.log, error: console.error };
  try {
    return await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log });
  } catch (error) {
    return fail(error.message);
  }
}

/** Starts one of the two programs in its own process group. When one ends, everything ends. */
function start(command, args, env) {
  const child = spawn(command, args, {
    cwd: root,
    env: environment(env),
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    detached: process.platform !== 'win32',
  });
  children.push(child);
  child.on('error', (error) => {
    console.error(`${command} could not be started: ${error.message}`);
    void stop(1);
  });
  child.on('exit', (code) => void stop(code ?? 1));
}

async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
  const ended = running.map((child) => new Promise((resolve) => child.on('exit', resolve)));
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(ended);
  await embedded?.stop();
  process.exit(code);
}
