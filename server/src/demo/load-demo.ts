import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Database } from '../kernel/data/database.ts';
import type { FileStore } from '../kernel/data/files.ts';
import { writeHistory } from './history.ts';
import { Pictures } from './pictures.ts';
import { setUp } from './setup.ts';
import { Statistics } from './statistics.ts';
import { together } from './writer.ts';

export { clearDemo, demoState } from './demo-state.ts';
export { openOutsideWorld } from './outside-world.ts';
export { demoPeople } from './people.ts';

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

/** Rows made of each kind, and the number of picture files behind `images`. */
export type DemoSummary = Record<(typeof counted)[number] | 'files', number>;

/** The seed of the demo that everybody sees. */
const usualSeed = 20_261;

/**
 * Fills an empty database with three operators and `days` of history up to `now`. The same seed, now and
 * days make the same data; only pks and the uuids that recording draws differ. Its last step marks the load
 * as finished, so that `demoState` knows one that broke off.
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
  const tools = { database, pictures, statistics: new Statistics(database), stop };
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
