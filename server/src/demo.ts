import { clearDemo, demoPeople, demoState, loadDemo } from './demo/load-demo.ts';
import type { Clock } from './kernel/clock.ts';
import type { Database } from './kernel/database.ts';
import type { FileStore } from './kernel/files.ts';
import type { Sessions } from './kernel/sessions.ts';

/** Marks the sessions behind printed links, which each start replaces. */
const linkAgent = 'demo link';

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

/** Prints one sign-in link per demo person; the links of the start before end. */
export async function printDemoLinks(
  database: Database,
  sessions: Sessions,
  parts: { address: string; say: (sentence: string) => void },
): Promise<void> {
  const sql = database.system;
  await sql`delete from sessions where user_agent = ${linkAgent}`;
  const rows = await sql<{ pk: number; email: string }[]>`
    select pk, email from people where email = any (${demoPeople.map((person) => person.email)})`;
  const pkOf = new Map(rows.map((row) => [row.email, row.pk]));
  const known = demoPeople.filter((person) => pkOf.has(person.email));
  if (known.length === 0) return;
  parts.say('\nSign in as:');
  for (const person of known) {
    const token = await sessions.start(pkOf.get(person.email) ?? 0, linkAgent);
    parts.say(`  ${person.what}\n    ${parts.address}/auth/${token}`);
  }
}
