import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** How long Directus may take to start. */
const startSeconds = 120;

export interface Directus {
  folder: string;
  settings: Record<string, string>;
  token: string;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

const programs = (folder: string) => join(folder, 'node_modules/.bin');
const command = (folder: string) => join(folder, 'node_modules/directus/cli.js');

/** Only what the bench sets: a variable of this process could be a setting of Directus. */
const environment = ({ folder, settings }: Directus) => ({
  PATH: `${programs(folder)}:${process.env.PATH ?? ''}`,
  HOME: folder,
  ...settings,
});

/** The versions of Directus and of its Node. */
export async function readVersions(folder: string): Promise<string> {
  const file = join(folder, 'node_modules/directus/package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  const { stdout } = await run(join(programs(folder), 'node'), ['--version']);
  return `${version}, Node ${stdout.trim()}`;
}

function databaseSettings(url: string) {
  const { hostname, password, pathname, port, username } = new URL(url.replace('%2F,', ''));
  return {
    DB_CLIENT: 'pg',
    DB_HOST: decodeURIComponent(hostname),
    DB_PORT: port || '5432',
    DB_USER: username,
    DB_PASSWORD: password,
    DB_DATABASE: pathname.slice(1),
    // Without it the tables of Directus would be created in the schema with the user's name, where it doesn't find them.
    DB_SEARCH_PATH: 'public',
    // As many connections as Lotkeeper has for reads, open before the load comes.
    DB_POOL__MIN: '10',
    DB_POOL__MAX: '10',
  };
}

/** Creates Directus's own tables in a database, with an admin who has a token. */
export async function installDirectus(folder: string, url: string): Promise<Directus> {
  const token = randomBytes(24).toString('hex');
  const settings = {
    ...databaseSettings(url),
    SECRET: randomBytes(24).toString('hex'),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: randomBytes(24).toString('hex'),
    ADMIN_TOKEN: token,
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
  };
  const directus = { folder, settings, token };
  await run(join(programs(folder), 'node'), [command(folder), 'bootstrap'], {
    cwd: folder,
    env: environment(directus),
  });
  return directus;
}

async function waitUntilHealthy(port: number, isRunning: () => boolean): Promise<void> {
  const until = performance.now() + startSeconds * 1000;
  while (isRunning() && performance.now() < until) {
    const response = await fetch(`http://127.0.0.1:${port}/server/ping`).catch(() => null);
    if (response?.ok) return;
    await sleep(200);
  }
  throw new Error('Directus did not start.');
}

/** Starts Directus, with its own cache of answers or without, and what limits or logs a caller's requests turned off. */
export async function startDirectus(
  directus: Directus,
  { cache }: { cache: boolean },
): Promise<{ port: number; pid: number; stop(): Promise<void> }> {
  const port = await findFreePort();
  const child = spawn(
    join(programs(directus.folder), 'node'),
    [command(directus.folder), 'start'],
    {
      cwd: directus.folder,
      env: {
        ...environment(directus),
        HOST: '127.0.0.1',
        PORT: String(port),
        NODE_ENV: 'production',
        CACHE_ENABLED: String(cache),
        CACHE_STORE: 'memory',
        // Otherwise each request copies what Directus knows of all tables, which takes milliseconds.
        CACHE_SCHEMA_FREEZE_ENABLED: 'true',
        RATE_LIMITER_ENABLED: 'false',
        PRESSURE_LIMITER_ENABLED: 'false',
        SERVE_APP: 'false',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const exit = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  try {
    await waitUntilHealthy(port, () => child.exitCode === null);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, pid: child.pid ?? 0, stop };
}
