import { join } from 'node:path';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Config } from '../config.ts';
import { demoState } from '../demo/load-demo.ts';
import { openOutsideWorld } from '../demo/outside-world.ts';
import { printDemoLinks } from '../demo/prepare-demo.ts';
import { startSimulator } from '../demo/start-simulator.ts';
import type { SecretBox } from '../kernel/access/secrets.ts';
import type { Database } from '../kernel/data/database.ts';
import type { Installation } from './installation.ts';
import { toPublicUrl } from './installation.ts';
import { clock, closers, printError, printForPeople, printLine } from './process-state.ts';

/** Notifies the supervisor of npm start, if there is one and it is still running. */
function reportReady(): void {
  process.send?.('ready', undefined, {}, () => undefined);
}

/** Prints the URL and the demo's sign-in links, and starts the demo's simulator. */
export async function welcome(
  { config, database, secretBox }: Installation,
  address: string,
): Promise<void> {
  printLine(`Lotkeeper is at ${address}`);
  reportReady();
  if (!config.DEMO) return;
  const publicUrl = toPublicUrl(config, address);
  await printDemoLinks(database, { address: publicUrl, now: clock(), printLine: printForPeople });
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
