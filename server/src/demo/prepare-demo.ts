import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { makeSignInTicket } from '../kernel/access/sign-in-tickets.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/data/database.ts';
import type { FileStore } from '../kernel/data/files.ts';
import { clearDemo, demoState, loadDemo } from './load-demo.ts';
import { demoPeople } from './people.ts';

/** Loads the demo into an empty database, again if interrupted; concurrent starts wait for it. */
export async function prepareDemo(database: Database, options: PrepareOptions): Promise<void> {
  if ((await demoState(database)) === 'loaded') return;
  await database.withSession(async (sql) => {
    await sql`select pg_advisory_lock(hashtextextended('demo load', 0))`;
    await prepareAlone(database, options);
  });
}

interface PrepareOptions {
  clock: Clock;
  days: number;
  files: FileStore;
  printLine: (sentence: string) => void;
}

async function prepareAlone(
  database: Database,
  { clock, days, files, printLine }: PrepareOptions,
): Promise<void> {
  const state = await demoState(database);
  if (state === 'loaded' || state === 'foreign') return;
  if (state === 'interrupted') {
    printLine('The demo wasn’t finished last time, so it’s created again.');
    await clearDemo(database);
  }
  await loadDemo(database, { now: clock(), days, files, onProgress: printLine });
}

/** Prints one sign-in link per demo person. Links from the previous start no longer work. */
export async function printDemoLinks(
  database: Database,
  options: { address: string; now: Instant; printLine: (sentence: string) => void },
): Promise<void> {
  const sql = database.system;
  const { address, now, printLine } = options;
  const rows = await sql<{ pk: number; email: string }[]>`
    select pk, email from people where email = any (${demoPeople.map((person) => person.email)})`;
  const pks = new Map(rows.map((row) => [row.email, row.pk]));
  const known = demoPeople.flatMap(({ email, description }) => {
    const personPk = pks.get(email);
    return personPk === undefined ? [] : [{ personPk, description }];
  });
  if (known.length > 0) printLine('\nSign in as:');
  for (const { personPk, description } of known) {
    const ticket = await makeSignInTicket(sql, { personPk, expiresAt: null }, now);
    printLine(`  ${description}\n    ${address}/auth/${ticket}`);
  }
}
