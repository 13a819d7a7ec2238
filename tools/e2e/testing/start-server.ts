import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd, clearAway } from '../../../server/src/testing/at-end.ts';
import { eventually } from '../../../server/src/testing/eventually.ts';
import { makeFastFolder } from '../../../server/src/testing/fast-folder.ts';
import { startIdentityProvider } from '../../../server/src/testing/identity-provider.ts';
import { openClock } from '../../../server/src/testing/open-clock.ts';
import { start } from '../../../server/src/testing/processes.ts';
import { findBeginning, now } from './clock.ts';
import { exchangeLinks } from './exchange-links.ts';

/** Enough history for a six-month chart, and little enough to load in seconds. */
const historyDays = 210;

/** Starts the real app on a new data folder and passes its URL and sign-in links to the tests. */
export default async function startServer(): Promise<() => Promise<void>> {
  return startDemo({});
}

/** Starts the app with a demo on a new data folder, until `clearAway`; resolves to its output. */
export async function startApp(settings: Record<string, string>) {
  const folder = makeFastFolder();
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const dataDir = join(folder, 'data');
  const clock = openClock();
  clock.set(now());
  const { child, out, error } = start('main.ts', {
    DATA_DIR: dataDir,
    DEMO: '1',
    // Without the simulator, the data that tests compare doesn't change.
    SIMULATOR: '0',
    DEMO_DAYS: String(historyDays),
    LOG_LEVEL: 'warn',
    // No call waits for its turn, so none is refused because the machine is slow.
    MAX_RUNNING_CALLS: '0',
    DATABASE_POOL: '20',
    ...clock.settings,
    ...settings,
  });
  const isReady = () => {
    if (child.exitCode !== null)
      throw new Error(`The server ended with ${child.exitCode}:\n${out()}${error()}`);
    // The last of the demo's people is printed last.
    return /very long name\n\s+http\S+\n/.test(out());
  };
  await eventually(isReady, 180_000, 50);
  return { printed: out(), dataDir };
}

/** Starts what the tests and the contact sheet need; resolves to a function that stops it. */
export async function startDemo(
  settings: Record<string, string>,
  beginning = findBeginning(),
): Promise<() => Promise<void>> {
  process.env.E2E_CLOCK_SHIFT = String(beginning - now());
  // Unused until someone signs in with it.
  const identityProvider = await startIdentityProvider();
  atEnd(() => identityProvider.close());
  const { printed, dataDir } = await startApp({
    ...identityProvider.settings,
    ADMIN_ORIGIN: 'https://admin.example',
    HELP_VIDEOS: '{"Events": {"url": "https://videos.example/events", "length": "4:10"}}',
    ...settings,
  });
  process.env.E2E_PRINTED = printed;
  process.env.E2E_SIGNED_IN_AT = String(now());
  process.env.E2E_TOKENS = JSON.stringify(
    await exchangeLinks(printed.match(/http\S+\/auth\/\S+/g) ?? []),
  );
  process.env.E2E_DATA_DIR = dataDir;
  return clearAway;
}
