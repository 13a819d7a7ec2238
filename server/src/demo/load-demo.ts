import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Database } from '../kernel/data/database.ts';
import type { FileStore } from '../kernel/data/files.ts';
import { countUncounted } from '../records/cars/visits/visit-counts.ts';
import { writeHistory } from './history.ts';
import { demoPeople } from './people.ts';
import { Pictures } from './pictures.ts';
import { setUp } from './setup.ts';
import { openStatistics } from './statistics.ts';
import { together } from './writer.ts';

const counted = [
  'organizations',
  'spots',
  'people',
  'cars',
  'rentals',
  'bulk_rentals',
  'ledger_entries',
  'visits',
  'images',
  'violations',
  'reviews',
  'timeline_notes',
  'visitor_codes',
  'visitors',
  'events',
  'price_points',
  'promo_codes',
  'promo_uses',
  'valet_sessions',
] as const;

/** Number of created rows by kind, and of image files behind `images`. */
export type DemoSummary = Record<(typeof counted)[number] | 'files', number>;

/** The default seed of the demo. */
const usualSeed = 20_261;

/**
 * Fills an empty database with three operators and `days` of history up to `now`. The same seed, now and days result
 * in the same data, except for pks and the UUIDs that recording generates. Its last step marks the load as finished,
 * so that `demoState` detects an interrupted one.
 */
export async function loadDemo(
  database: Database,
  options: {
    now: Instant;
    days: number;
    seed?: number;
    files: FileStore;
    onProgress?: (sentence: string) => void;
  },
): Promise<DemoSummary> {
  const { now, days, seed = usualSeed, files, onProgress = () => undefined } = options;
  const pictures = new Pictures(files, seed);
  const stop = new AbortController();
  const tools = { database, pictures, countWritten: openStatistics(database), stop };
  const worlds = await setUp(database, { now, days, seed });
  onProgress(`Making ${days} days of history for the demo operators.`);
  await together(
    stop,
    worlds.map((world, index) =>
      writeHistory(tools, world, (month) => {
        if (index === 0) onProgress(`The demo has come to ${month}.`);
      }),
    ),
  );
  await database.system`analyze`;
  onProgress('Counting the cars that the cameras saw.');
  while ((await countUncounted(database)) > 0);
  const summary = { ...(await countRows(database)), files: pictures.files };
  await database.system`
    update demo_loads set finished_at = now(), summary = ${JSON.stringify(summary)}::text::jsonb`;
  onProgress(`The demo has ${summary.rentals} rentals at ${summary.spots} properties.`);
  return summary;
}

async function countRows({ system }: Database): Promise<Omit<DemoSummary, 'files'>> {
  const counts: [string, number][] = [];
  for (const table of counted) {
    const [row] = await system<
      { count: number }[]
    >`select count(*) from ${system.identifier(table)}`;
    counts.push([table, row?.count ?? 0]);
  }
  return Object.fromEntries(counts) as Omit<DemoSummary, 'files'>;
}

/** What the database contains: nothing, an interrupted or finished demo load, or other operators. */
export async function demoState({
  system,
}: Database): Promise<'none' | 'interrupted' | 'loaded' | 'foreign'> {
  const [row] = await system<{ operators: boolean; loads: number; finished: boolean }[]>`
    select exists (select from organizations) as operators, count(*)::int as loads,
      coalesce(bool_and(finished_at is not null), false) as finished
    from demo_loads`;
  if (!row || (row.loads === 0 && !row.operators)) return 'none';
  if (row.loads === 0) return 'foreign';
  return row.finished ? 'loaded' : 'interrupted';
}

/** Append-only tables; their owner lifts the restriction for one transaction. */
const appendOnly = ['ledger_entries', 'day_seals', 'deletions'];

/** Clears an interrupted demo load from the database; throws on any other database. Other people's accounts stay. */
export async function clearDemo(database: Database): Promise<void> {
  if ((await demoState(database)) !== 'interrupted') {
    throw new Error('There is no interrupted demo load to clear.');
  }
  const emails = demoPeople.map((person) => person.email);
  await database.system.begin(async (tx) => {
    const tables = await tx<{ name: string }[]>`
      select quote_ident(table_name) as name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'organization_id' and table_type = 'BASE TABLE'
      order by 1`;
    for (const table of appendOnly)
      await tx.unsafe(`alter table ${table} disable trigger append_only_truncate`);
    await tx.unsafe(
      `truncate ${[...tables.map(({ name }) => name), 'organizations', 'demo_loads'].join(', ')} restart identity`,
    );
    for (const table of appendOnly)
      await tx.unsafe(`alter table ${table} enable trigger append_only_truncate`);
    await tx`delete from operations_regions`;
    for (const table of ['sessions', 'login_codes']) {
      await tx`
        delete from ${tx.identifier(table)} where person_pk in (select pk from people where email = any(${emails}))`;
    }
    await tx`delete from people where email = any(${emails})`;
  });
}
