import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startIdentityProvider } from '../../server/src/testing/identity-provider.ts';

/** Enough history for a chart of six months, little enough to load in seconds. */
const historyDays = 210;

/** The session tokens of the printed links, which can be exchanged as often as one likes. */
async function exchangeLinks(printed: string): Promise<Record<string, string>> {
  const links = printed.match(/http\S+\/auth\/\S+/g) ?? [];
  const pairs = links.map(async (link) => {
    const { origin, pathname } = new URL(link);
    const response = await fetch(`${origin}/api/auth/ticket/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket: pathname.split('/').at(-1) }),
    });
    if (!response.ok) throw new Error(`A printed link answered ${response.status}.`);
    return [link, ((await response.json()) as { token: string }).token] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}

/** Starts the real app on a new data folder and hands its address and sign-in links to the tests. */
export default async function startServer(): Promise<() => Promise<void>> {
  return startDemo({});
}

/** Starts the app with a demo on a new data folder; resolves to what it printed, and what stops it. */
export async function startApp(settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'lotkeeper-e2e-'));
  // PostgreSQL's own user must be able to enter, where root runs the tests.
  await chmod(dataDir, 0o711);
  // A call that is to go ends the server, and with it the run.
  const server = spawn('node', ['--throw-deprecation', 'server/src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      DEMO: '1',
      // What the tests compare must stand still.
      SIMULATOR: '0',
      DEMO_DAYS: String(historyDays),
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'pretty',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      // The last of the demo's people is printed last.
      if (/very long name\n\s+http\S+\n/.test(printed)) resolve();
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.on('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)));
  });
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()));
  await ready;
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  return { printed, dataDir, stop };
}

/** Starts what the tests and the contact sheet look at; resolves to what stops it. */
export async function startDemo(settings: Record<string, string>): Promise<() => Promise<void>> {
  // It costs nothing until somebody signs in with it.
  const identityProvider = await startIdentityProvider();
  const { printed, dataDir, stop } = await startApp({
    ...identityProvider.settings,
    ADMIN_ORIGIN: 'https://admin.example',
    HELP_VIDEOS: '{"Events": {"url": "https://videos.example/events", "length": "4:10"}}',
    ...settings,
  });
  process.env.E2E_PRINTED = printed;
  process.env.E2E_TOKENS = JSON.stringify(await exchangeLinks(printed));
  process.env.E2E_DATA_DIR = dataDir;
  return async () => {
    await stop();
    await identityProvider.close();
  };
}
