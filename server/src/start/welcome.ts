import { join } from 'node:path';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { setupHours } from '@lotkeeper/contract/platform/setup';
import type { Config } from '../config.ts';
import { demoState } from '../demo/load-demo.ts';
import { openOutsideWorld } from '../demo/outside-world.ts';
import { printDemoLinks } from '../demo/prepare-demo.ts';
import { startSimulator } from '../demo/start-simulator.ts';
import { hasPeople } from '../features/platform/setup/public.ts';
import type { SecretBox } from '../kernel/access/secrets.ts';
import { makeSetupTicket } from '../kernel/access/setup-tickets.ts';
import type { Database } from '../kernel/data/database.ts';
import type { Installation } from './installation.ts';
import { toPublicUrl } from './installation.ts';
import { clock, closers, printError, printForPeople, printLine } from './process-state.ts';

/** Notifies the supervisor of npm start, if there is one and it is still running. */
function reportReady(): void {
  process.send?.('ready', undefined, {}, () => undefined);
}

/** Prints the link that creates the first account, while nobody has one. */
async function printSetupLink(
  { system }: Database,
  { secretBox, address }: { secretBox: SecretBox; address: string },
): Promise<void> {
  if (await hasPeople(system)) return;
  const ticket = makeSetupTicket(secretBox, instant(clock() + setupHours * hourMs));
  printForPeople(
    `\nNobody has an account here yet. To create the first one, open this link within ${setupHours} hours:\n  ${address}/setup/${ticket}`,
  );
}

/**
 * How to start with one's own data beside the demo's, which stays: in another folder, or another database where one was
 * given.
 */
const explainOwnStart = (config: Config, address: string): string => {
  const target = config.DATABASE_URL
    ? 'DATABASE_URL=<another, empty database>'
    : `DATA_DIR='${config.DATA_DIR}-own'`;
  return `\nTo start with your own data, stop this and run the line below. The demo stays where it is.\n  DEMO=0 ${target} PORT=${config.PORT} PUBLIC_URL=${address} npm start`;
};

/** Prints the URL and the demo's sign-in links, and starts the demo's simulator. */
export async function welcome(
  { config, database, secretBox }: Installation,
  address: string,
): Promise<void> {
  printLine(`Lotkeeper is at ${address}`);
  reportReady();
  const publicUrl = toPublicUrl(config, address);
  if (!config.DEMO) {
    if ((await demoState(database)) === 'loaded') {
      printForPeople(`\nThis database holds the demo.${explainOwnStart(config, publicUrl)}`);
    }
    return printSetupLink(database, { secretBox, address: publicUrl });
  }
  await printDemoLinks(database, { address: publicUrl, now: clock(), printLine: printForPeople });
  printForPeople(explainOwnStart(config, publicUrl));
  if (config.SIMULATOR && (await demoState(database)) === 'loaded') {
    await startOutsideWorld(database, { config, secretBox, now: clock(), address });
  }
}

/** Starts the demo's drivers, cameras and aggregators. */
async function startOutsideWorld(
  database: Database,
  options: { config: Config; secretBox: SecretBox; now: Instant; address: string },
): Promise<void> {
  const { config, secretBox, now, address } = options;
  const file = join(config.DATA_DIR, 'simulator.json');
  await openOutsideWorld(database, { now, secretBox, url: address, file });
  const simulator = startSimulator(config.DATA_DIR, printError);
  closers.push(() => simulator.stop());
  printForPeople(
    '\nThe demo lots live: a simulator plays drivers, cameras and booking sites (SIMULATOR=0 ends it).',
  );
}
