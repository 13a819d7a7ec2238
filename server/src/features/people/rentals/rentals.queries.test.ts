import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import type { Person, SpotScope } from '../../../kernel/access/scope.ts';
import { scopeMaker } from '../../../kernel/access/scope.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { countSlots } from './rentals.queries.ts';

const zone = 'America/New_York';
// Clocks in New York go back an hour on the night of November 1, 2026.
const begin = fromIso('2026-10-30T00:00:00Z');
const now = fromIso('2026-11-02T12:00:00Z');
const iso = (at: number) =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'UTC' })
    .format(at)
    .replace(' ', 'T') + 'Z';

async function world() {
  const database = await testDatabase();
  const spot = await makeSpot(database.system, { timezone: zone });
  const person = { superuser: false, affiliations: [] } as unknown as Person;
  const scope: SpotScope = {
    ...scopeMaker(database).organization(person, spot.organization),
    kind: 'spot',
    spotPk: spot.pk,
    spotUuid: spot.uuid,
    timezone: zone,
  };
  const rentals = Array.from({ length: 150 }, (_, index) => {
    const start = instant(begin + index * hourMs);
    const end = index % 10 === 0 ? null : instant(start + (1 + (index % 5)) * 10 * hourMs);
    return rental(spot, iso(start), 500, { end_date: end });
  });
  await record(database.system, spot, rentals);
  return { database, scope };
}

type World = Awaited<ReturnType<typeof world>>;

/** Counted one by one, without the daily counts. */
async function countedSingly({ database }: World, from: number, to: number) {
  const [row] = await database.system`
    select
      count(*) filter (where start_date <= ${now} and (end_date > ${now} or end_date is null)) as "ACTIVE",
      count(*) filter (where start_date > ${now}) as "UPCOMING",
      count(*) filter (where end_date <= ${now}) as "ENDED"
    from rentals where start_date >= ${from} and start_date < ${to}`;
  return row;
}

async function compareRanges(testWorld: World) {
  for (let from = begin - 30 * hourMs; from < begin + 160 * hourMs; from += 4.5 * hourMs) {
    for (const hours of [0, 0.25, 4, 19.5, 24, 25, 49, 120]) {
      const to = from + hours * hourMs;
      const counts = await countSlots(
        testWorld.scope,
        { from: from as Instant, to: to as Instant },
        now,
      );
      expect(counts, `${iso(from)} + ${hours} h`).toEqual(await countedSingly(testWorld, from, to));
    }
  }
}

test('the counts of any range match the rentals counted one by one, even across a clock change', async () => {
  await compareRanges(await world());
});

test('rentals that move to another day or are deleted are counted where they are now', async () => {
  const testWorld = await world();
  const sql = testWorld.database.system;
  await sql`alter table ledger_entries disable trigger append_only`;
  await sql`delete from ledger_entries where rental_pk % 4 = 0`;
  await sql`delete from rentals where pk % 4 = 0`;
  await sql`
    update rentals set start_date = start_date - interval '1 day', start_local_date =
      ((start_date - interval '1 day') at time zone ${zone})::date
    where pk % 3 = 0`;
  await compareRanges(testWorld);
});
