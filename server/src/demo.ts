import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { clearDemo, demoPeople, demoState, loadDemo } from './demo/load-demo.ts';
import type { Clock } from './kernel/clock.ts';
import type { Database } from './kernel/database.ts';
import type { FileStore } from './kernel/files.ts';
import { makeSignInTicket } from './kernel/sign-in-tickets.ts';

/** Loads the demo operator into an empty database; a load that broke off is made anew. */
export async function prepareDemo(
  database: Database,
  parts: { clock: Clock; days: number; files: FileStore; say: (sentence: string) => void },
): Promise<void> {
  const { clock, days, files, say } = parts;
  const state = await demoState(database);
  if (state === 'loaded' || state === 'foreign') return;
  if (state === 'interrupted') {
    say('The demo was not finished last time: it is made anew.');
    await clearDemo(database);
  }
  await loadDemo(database, { now: clock(), days, files, onProgress: say });
}

/** Prints one sign-in link per demo person. Those of the previous start have ended. */
export async function printDemoLinks(
  database: Database,
  parts: { address: string; now: Instant; say: (sentence: string) => void },
): Promise<void> {
  const sql = database.system;
  const { address, now, say } = parts;
  const rows = await sql<{ pk: number; email: string }[]>`
    select pk, email from people where email = any (${demoPeople.map((person) => person.email)})`;
  const pks = new Map(rows.map((row) => [row.email, row.pk]));
  const known = demoPeople.flatMap(({ email, what }) => {
    const personPk = pks.get(email);
    return personPk === undefined ? [] : [{ personPk, what }];
  });
  if (known.length > 0) say('\nSign in as:');
  for (const { personPk, what } of known) {
    const ticket = await makeSignInTicket(sql, { personPk, kind: 'printed' }, now);
    say(`  ${what}\n    ${address}/auth/${ticket}`);
  }
}
